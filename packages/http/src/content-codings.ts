import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding, HeaderFields } from './responses/representation.ts';

/** Supported content codings, in order of preference. */
const CONTENT_CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

/** Below, a coding saves no packet; above, it would occupy a thread for too long. */
const FEWEST_ENCODED_BYTES = 1_000;
const MOST_ENCODED_BYTES = 1_000_000;

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
  if (acceptEncoding === undefined || length < FEWEST_ENCODED_BYTES || length > MOST_ENCODED_BYTES)
    return undefined;
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

/** Browsers send few distinct values, which are cached. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 200;
const remembered = new Map<string, ContentCoding | undefined>();

/**
 * Negotiates the coding for an `Accept-Encoding` header (RFC 9110 §12.5.3): the highest quality wins, `br` before
 * `gzip`; `undefined` is identity, which is also used if the header refuses everything (`identity;q=0`), rather than a
 * 415.
 */
export function negotiateCoding(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  if (remembered.has(acceptEncoding)) return remembered.get(acceptEncoding);
  const coding = chooseCoding(parseQualities(acceptEncoding));
  if (acceptEncoding.length <= LONGEST_REMEMBERED) remember(acceptEncoding, coding);
  return coding;
}

function remember(acceptEncoding: string, coding: ContentCoding | undefined): void {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(acceptEncoding, coding);
}

function chooseCoding(qualities: ReadonlyMap<string, number>): ContentCoding | undefined {
  const quality = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const [best] = CONTENT_CODINGS.filter((coding) => quality(coding) > 0).sort(
    (one, other) => quality(other) - quality(one),
  );
  // Unnamed, identity is acceptable but never preferred.
  const identity = qualities.get('identity') ?? 0;
  return best && quality(best) >= identity ? best : undefined;
}

/** The quality of each coding; the first of repeated ones counts. */
function parseQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const element of header.split(',')) {
    const [coding = '', ...parameters] = element.split(';');
    const name = coding.trim().toLowerCase();
    if (!qualities.has(name)) qualities.set(name, parseQuality(parameters));
  }
  return qualities;
}

/** RFC 9110 §12.4.2: 1 by default; an invalid weight makes the coding unacceptable. */
function parseQuality(parameters: string[]): number {
  if (parameters.length === 0) return 1;
  const weight = /^[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*$/i.exec(parameters[0] ?? '')?.[1];
  return weight === undefined ? 0 : Number(weight);
}
