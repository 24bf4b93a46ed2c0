import { acceptsExactly, type MediaRange, parseMediaRanges } from '@guidepost/http';
import { MEDIA_TYPE } from './headers.ts';

export interface Negotiation {
  /** Whether this `Accept` allows a document. */
  accepts: (accept: string | undefined) => boolean;
  /** Whether a body with this `Content-Type` is accepted. */
  takes: (contentType: string | undefined) => boolean;
  /** Whether a JSON:API document may be sent with this `Content-Type`: plain JSON, too. */
  takesJson: (contentType: string | undefined) => boolean;
  /** The `Accept` to send, for error messages. */
  advice: string;
}

/** The contract: the media type without parameters, in both directions. */
export const STRICT_NEGOTIATION: Negotiation = {
  accepts: isExactly,
  takes: isExactly,
  takesJson: isExactly,
  advice: `Send exactly the header "Accept: ${MEDIA_TYPE}".`,
};

/** JSON:API 1.1, "Server Responsibilities" (https://jsonapi.org/format/1.1/#content-negotiation-servers). */
export const STANDARD_NEGOTIATION: Negotiation = {
  accepts: acceptsStandard,
  takes: acceptsStandardBody,
  takesJson: (contentType) => acceptsStandardBody(contentType) || isPlainJson(contentType),
  advice: `Send the header "Accept: ${MEDIA_TYPE}", without "ext" and other parameters, or omit it.`,
};

function isExactly(header: string | undefined): boolean {
  return acceptsExactly(header, MEDIA_TYPE);
}

/**
 * If the header names the media type, an instance with no parameters except `profile` is required; otherwise the
 * most specific wildcard decides (RFC 9110 §12.5.1).
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

function acceptsStandardBody(contentType = ''): boolean {
  const [range, ...more] = parseMediaRanges(contentType);
  return more.length === 0 && range?.type === MEDIA_TYPE && isUnmodified(range);
}

/** JSON is UTF-8 whatever `charset` says (RFC 8259 §11), so another one would be read wrongly. */
function isPlainJson(contentType = ''): boolean {
  const [range, ...more] = parseMediaRanges(contentType);
  if (more.length > 0 || range?.type !== 'application/json') return false;
  return [...range.parameters].every(
    ([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8',
  );
}

/** Unknown profiles are ignored, but no extension is supported, so only an empty `ext` is allowed. */
function isUnmodified({ parameters }: MediaRange): boolean {
  return [...parameters].every(
    ([name, value]) => name === 'profile' || (name === 'ext' && value.trim() === ''),
  );
}
