import { AppError } from '@guidepost/service-kit';
import { idsOf } from './moderate.ts';

/**
 * Makes sure that everything that was named is there.
 * @throws AppError `not-found`
 */
export function requireAll(
  ids: readonly number[],
  found: readonly { id: number }[],
  { slug, noun }: { slug: string; noun: string },
): void {
  const known = new Set(idsOf(found));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const what = missing.length === 1 ? `no ${noun}` : `none of the ${noun}s`;
  throw new AppError('not-found', `${slug} has ${what} ${missing.join(', ')}.`);
}
