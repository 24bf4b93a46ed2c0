import { AppError } from '@guidepost/service-kit';

/**
 * Parses a JSON body (RFC 8259 §8.1: UTF-8; a byte order mark is skipped). `__proto__` is an ordinary member.
 * @throws AppError `malformed` if it is not UTF-8 or not JSON
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'The request body is not JSON in UTF-8.', { cause });
  }
}
