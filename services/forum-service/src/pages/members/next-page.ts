import type { Query } from '@guidepost/http';
import type { Site } from '../site.ts';

const ASK = 'ask';
const NEXT = /^(?:ask|[1-9]\d{0,14})$/;

/** Where someone wants to go on after signing in: the id of a dialog, or `ask`. */
export function readNext(query: Query): string | undefined {
  const next = query.first('next');
  return next !== undefined && NEXT.test(next) ? next : undefined;
}

/** @param next from a cookie; My posts in place of what is none of {@link readNext} */
export function pageAfterSignIn({ base, paths }: Pick<Site, 'base' | 'paths'>, next = ''): string {
  if (!NEXT.test(next)) return `${base}/me`;
  return next === ASK ? `${base}/ask` : paths.dialogPage(Number(next));
}
