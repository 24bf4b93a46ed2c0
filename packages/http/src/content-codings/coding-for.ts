import type { HeaderFields } from '../responses/representation.ts';
import { type ContentCoding, negotiateCoding } from './negotiate-coding.ts';

/** Below, a coding saves no packet; above, it holds a thread for longer than one answer is worth. */
const FEWEST_BYTES = 1_000;
const MOST_BYTES = 1_000_000;

/** Texts; images, archives and video are compressed already. */
const TEXT = /^(?:text\/|(?:application|image)\/(?:[^;]*\+)?(?:json|xml|javascript|yaml)\s*(?:;|$))/i;

/**
 * The content coding in which a body of `length` bytes is to be sent, or `undefined` for the bytes as they are. An
 * answer whose `Vary` does not name `Accept-Encoding` is never coded: a cache would hand it to clients that cannot
 * read it.
 */
export function codingFor(
  acceptEncoding: string | undefined,
  headers: HeaderFields,
  length: number,
): ContentCoding | undefined {
  if (acceptEncoding === undefined || length < FEWEST_BYTES || length > MOST_BYTES) return undefined;
  if (headers['Content-Encoding'] !== undefined || !TEXT.test(headers['Content-Type'] ?? ''))
    return undefined;
  return headers.Vary?.includes('Accept-Encoding') ? negotiateCoding(acceptEncoding) : undefined;
}
