import { AppError } from '@guidepost/service-kit';

/** The error for a path without a page. */
export function noSuchPage(): AppError {
  return new AppError('not-found', 'There is no such page.');
}
