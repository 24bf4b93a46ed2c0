import { AppError } from '@guidepost/service-kit';

/**
 * A body as JSON (RFC 8259 §8.1: UTF-8; a byte order mark is passed over). `__proto__` becomes a member as any
 * other and reaches no prototype. Throws AppError `malformed` for what is not UTF-8 or not JSON.
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'The request body is not JSON in UTF-8.', { cause });
  }
}
