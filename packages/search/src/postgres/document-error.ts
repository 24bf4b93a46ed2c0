import { AppError } from '@guidepost/service-kit';

/** Classes of SQLSTATE that speak of the values, not of the server: data exceptions and program limits. */
const ABOUT_THE_DOCUMENT = /^(?:22|54)/;

/** @throws AppError `invalid` for what PostgreSQL will never store, else what was caught */
export function documentError(error: unknown): never {
  if (error instanceof Error && 'code' in error && ABOUT_THE_DOCUMENT.test(String(error.code))) {
    throw new AppError('invalid', error.message, { cause: error });
  }
  throw error;
}
