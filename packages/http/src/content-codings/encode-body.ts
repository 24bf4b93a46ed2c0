import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from './negotiate-coding.ts';

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

const makeGzip = promisify(gzip);
const makeBrotli = promisify(brotliCompress);

/**
 * The bytes of a text in a content coding: gzip (RFC 1952) at level 6, Brotli (RFC 7932) at quality 4, which takes
 * about as long. Made on libuv's threads, off the event loop.
 */
export function encodeBody(body: string | Uint8Array, coding: ContentCoding): Promise<Uint8Array> {
  if (coding === 'gzip') return makeGzip(body, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return makeBrotli(body, { params });
}
