import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import { unlessStalled } from './unless-stalled.ts';

/** What a resource takes in a request's body. */
export interface BodyRule {
  /** Whether a body of this `Content-Type` is taken; it is asked with `undefined` when none was sent. */
  readonly accepts: (contentType: string | undefined) => boolean;
  /** What to send instead, for the error: `application/json`. */
  readonly expected: string;
  readonly maximumBytes: number;
  /** How long it may take to arrive, in milliseconds; half a minute unless set. */
  readonly arrival?: number;
}

/** Servers that take files let whole requests take longer; what is held in memory until then must not. */
const ARRIVAL = 30_000;

/**
 * The bytes of a request's body, or `undefined` when it has none: no byte came, whatever the header fields say.
 * Judges in the order 415, 413, 400: throws AppError `unsupported-media-type` for a `Content-Type` that the rule
 * does not accept and for every content coding (RFC 9110 §15.5.16), `too-large`, `timeout` when
 * the rest does not come, and `malformed` when the client went away before the end. An answer may be sent at once: what is still to come of a body that was refused is
 * read and dropped.
 */
export async function readBody(request: IncomingMessage, rule: BodyRule): Promise<Buffer | undefined> {
  const declared = declaredLength(request);
  if (declared === 0) return undefined;
  const isTooLong = declared !== undefined && declared > rule.maximumBytes;
  const bytes = isTooLong
    ? undefined
    : await unlessStalled(request, collect(request, rule.maximumBytes), rule.arrival ?? ARRIVAL);
  // A body in chunks may turn out to be none.
  if (bytes?.length === 0) return undefined;
  // The connection is used again only when nothing of this request is left on it.
  if (!bytes) request.resume();
  judgeBodyFormat(request, rule);
  if (!bytes) {
    throw new AppError('too-large', `The request body may have at most ${rule.maximumBytes} bytes.`);
  }
  return bytes;
}

/** In bytes; undefined when it comes in chunks. Node's parser has refused requests that say both, or nonsense. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}

/** At most so many bytes; undefined when there are more. */
async function collect(request: IncomingMessage, maximumBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving the loop must not destroy the socket, which the answer is still to be written to.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maximumBytes) return undefined;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError('malformed', 'The request body ended before it was complete.', { cause });
  }
  return Buffer.concat(chunks);
}

/**
 * Throws AppError `unsupported-media-type` for a `Content-Type` that the rule does not accept, and for every content
 * coding (RFC 9110 §15.5.16).
 */
export function judgeBodyFormat(
  { headers }: IncomingMessage,
  { accepts, expected }: Pick<BodyRule, 'accepts' | 'expected'>,
): void {
  if (!accepts(headers['content-type'])) {
    throw new AppError('unsupported-media-type', `Send a body with the header "Content-Type: ${expected}".`, {
      source: { header: 'Content-Type' },
    });
  }
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity') {
    throw new AppError('unsupported-media-type', 'Send the body as it is, without a Content-Encoding.', {
      source: { header: 'Content-Encoding' },
    });
  }
}
