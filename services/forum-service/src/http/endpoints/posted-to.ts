import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Post } from '../endpoint.ts';

/** The page of the dialog that something is posted to; undefined for what cannot be one. */
export function dialogPageOf({ addresses, path }: Pick<Post, 'addresses' | 'path'>): string | undefined {
  const id = parseId(path.id);
  return id === undefined ? undefined : addresses.dialogPage(id);
}

/**
 * The id of what something is posted to.
 * @throws AppError `not-found` for what cannot be one
 */
export function parentIdOf({ path }: Pick<Post, 'path'>): number {
  const id = parseId(path.id);
  if (id === undefined) throw new AppError('not-found', 'There is nothing like that to post to.');
  return id;
}
