import type { Visit } from '../requests/calls.ts';

/** A path of the desk; anything else that a link could name is left out. */
const PATH_OF_DESK = /^\/desk(?:\/[\w.:%-]+)*(?:\?[\w.~:%&=+-]*)?$/;

/** Where somebody wanted to go who had to sign in first. */
export function nextAddress({ query }: Pick<Visit, 'query'>): string {
  const next = query.first('next') ?? '';
  return PATH_OF_DESK.test(next) ? next : '/desk';
}
