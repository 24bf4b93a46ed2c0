import { acceptsExactly, type MediaRange, parseMediaRanges } from '@guidepost/http';
import { MEDIA_TYPE } from './headers.ts';

/** How a mount judges what clients say about media types. */
export interface Negotiation {
  /** Whether our one representation may be sent to who sent this `Accept`. */
  accepts: (accept: string | undefined) => boolean;
  /** Whether a body with this `Content-Type` is taken. */
  takes: (contentType: string | undefined) => boolean;
  /** For who is refused: which `Accept` to send. */
  advice: string;
}

/** The seed's rule: the media type and nothing else, in both directions. */
export const STRICT_NEGOTIATION: Negotiation = {
  accepts: isExactly,
  takes: isExactly,
  advice: `Send the header "Accept: ${MEDIA_TYPE}", exactly so.`,
};

/** JSON:API 1.1, "Server Responsibilities" (https://jsonapi.org/format/1.1/#content-negotiation-servers). */
export const STANDARD_NEGOTIATION: Negotiation = {
  accepts: acceptsStandard,
  takes: takesStandard,
  advice: `Send the header "Accept: ${MEDIA_TYPE}", without "ext" and other parameters, or no such header.`,
};

function isExactly(header: string | undefined): boolean {
  return acceptsExactly(header, MEDIA_TYPE);
}

/**
 * Where the media type itself is named, only instances without parameters other than `profile` count, and when there
 * is none of them the answer is no, wildcards or not; else the most specific wildcard decides (RFC 9110 §12.5.1).
 */
function acceptsStandard(accept = ''): boolean {
  if (accept.trim() === '') return true;
  const ranges = parseMediaRanges(accept);
  const instances = ranges.filter(({ type }) => type === MEDIA_TYPE);
  if (instances.length > 0) return instances.some((range) => range.weight > 0 && isUnmodified(range));
  const wildcard =
    ranges.find(({ type }) => type === 'application/*') ?? ranges.find(({ type }) => type === '*/*');
  return wildcard !== undefined && wildcard.weight > 0;
}

function takesStandard(contentType = ''): boolean {
  const [range, ...more] = parseMediaRanges(contentType);
  return more.length === 0 && range?.type === MEDIA_TYPE && isUnmodified(range);
}

/** Profiles that are not known must be ignored, extensions must not, and we have none: only an empty list will do. */
function isUnmodified({ parameters }: MediaRange): boolean {
  return [...parameters].every(
    ([name, value]) => name === 'profile' || (name === 'ext' && value.trim() === ''),
  );
}
