import type { PathParameters } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Call } from './endpoint.ts';
import { type Format, splitEnding } from './formats/format.ts';

/**
 * The last path parameter carries the ending that selects the format: `/comment/:slug/:id.json`.
 * @throws AppError `not-found`
 */
export function withoutEnding(params: PathParameters, path: string): { path: Call['path']; format: Format } {
  const last = path.slice(path.lastIndexOf(':') + 1);
  const file = splitEnding(String(params[last]));
  if (!file) throw new AppError('not-found', 'The path must end in .json or .xml.');
  return { path: { ...params, [last]: file.name }, format: file.format };
}
