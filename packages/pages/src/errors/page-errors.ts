import { AppError } from '@guidepost/service-kit';

/** The error for an address below which there is nothing to read. */
export function noSuchPage(): AppError {
  return new AppError('not-found', 'There is no such page.');
}
