import { AppError } from '@guidepost/service-kit';

const LONGEST_NAME = 100;

/** The AppError `invalid` that blames a query parameter; a long name is cut, so that it can be repeated. */
export function invalidParameter(name: string, message: string): AppError {
  const parameter = name.slice(0, LONGEST_NAME).toWellFormed();
  return new AppError('invalid', message, { source: { parameter } });
}
