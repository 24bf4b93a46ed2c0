/** Content codings that we make (RFC 9110 §8.4.1), the better one first. */
export const CONTENT_CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** Browsers send a handful of values; whoever sends others has them parsed. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 200;
const remembered = new Map<string, ContentCoding | undefined>();

/**
 * The content coding for an `Accept-Encoding` header (RFC 9110 §12.5.3): the one with the highest quality, `br` before
 * `gzip` where they are equal, and `undefined` for the bytes as they are. That is the answer, too, when the header
 * refuses everything (`identity;q=0`, `*;q=0`): the RFC allows a 415, but bytes are what the client can use.
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
  // Not named, identity is acceptable but never asked for; named, it can be preferred.
  const identity = qualities.get('identity') ?? 0;
  return best && quality(best) >= identity ? best : undefined;
}

/** Each coding's quality; of one that is named twice the first counts. */
function parseQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const element of header.split(',')) {
    const [coding = '', ...parameters] = element.split(';');
    const name = coding.trim().toLowerCase();
    if (!qualities.has(name)) qualities.set(name, parseQuality(parameters));
  }
  return qualities;
}

/** RFC 9110 §12.4.2: 1 when there is none; a weight that is none makes the coding unacceptable. */
function parseQuality(parameters: string[]): number {
  if (parameters.length === 0) return 1;
  const weight = /^[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*$/i.exec(parameters[0] ?? '')?.[1];
  return weight === undefined ? 0 : Number(weight);
}
