import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Post } from '../endpoint.ts';

/** The page of the dialog that is posted to; undefined for an invalid id. */
export function dialogPageOf({ addresses, path }: Pick<Post, 'addresses' | 'path'>): string | undefined {
  const id = parseId(path.id);
  return id === undefined ? undefined : addresses.dialogPage(id);
}

/** The id of the dialog or comment that is posted to. @throws AppError `not-found` for an invalid id */
export function parentIdOf({ path }: Pick<Post, 'path'>): number {
  const id = parseId(path.id);
  if (id === undefined) throw new AppError('not-found', 'There is no such dialog or comment.');
  return id;
}
