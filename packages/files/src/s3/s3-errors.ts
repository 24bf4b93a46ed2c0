import { AppError } from '@guidepost/service-kit';

/** What the store answers for a name that it does not have. It has no body to say so with for HEAD. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** Awaits a request to the store. @throws AppError `unavailable` when it is away, slow or refuses */
export async function translateS3Errors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  }
}

export async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (MISSING.has((error as Error).name)) return undefined;
    throw error;
  }
}

/** Whether a condition of the request did not hold (RFC 9110 §15.5.13), or another request was just changing the name. */
export function isRefusedByCondition(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 412 || $metadata?.httpStatusCode === 409;
}
