import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HeaderFields } from '../responses/representation.ts';
import { type ContentCoding, negotiateCoding } from './negotiate-coding.ts';

/** Below, a coding saves no packet; above, it would occupy a thread for too long. */
const FEWEST_BYTES = 1_000;
const MOST_BYTES = 1_000_000;

/** Text formats; images, archives and video are already compressed. */
const TEXT = /^(?:text\/|(?:application|image)\/(?:[^;]*\+)?(?:json|xml|javascript|yaml)\s*(?:;|$))/i;

/**
 * The content coding for a body of `length` bytes, or `undefined` for identity. Only responses whose `Vary` names
 * `Accept-Encoding` are encoded: caches would otherwise serve them to clients that cannot decode them.
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

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

const makeGzip = promisify(gzip);
const makeBrotli = promisify(brotliCompress);

/** Encodes with gzip (RFC 1952) level 6 or Brotli (RFC 7932) quality 4, which are about as fast, on libuv's threads. */
export function encodeBody(body: string | Uint8Array, coding: ContentCoding): Promise<Uint8Array> {
  if (coding === 'gzip') return makeGzip(body, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return makeBrotli(body, { params });
}
