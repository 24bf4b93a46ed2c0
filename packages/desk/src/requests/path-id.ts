import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';

/** The number in a path. @throws AppError `not-found` for anything else */
export function pathId(path: Readonly<Record<string, string>>, name: string): number {
  const id = parseId(path[name] ?? '');
  if (id === undefined) throw new AppError('not-found', 'There is nothing at this address.');
  return id;
}
