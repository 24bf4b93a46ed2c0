import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';

/** The bodies that a resource accepts. */
export interface BodyRule {
  /** Whether a `Content-Type` is accepted; `undefined` if none was sent. */
  readonly accepts: (contentType: string | undefined) => boolean;
  readonly expected: string;
  readonly maximumBytes: number;
  /** Milliseconds for the whole body; 30,000 by default. */
  readonly arrival?: number;
}

/** Shorter than the server's limit for requests with files, since bodies are buffered in memory. */
const ARRIVAL = 30_000;

/**
 * Reads a request's body (S20); `undefined` if it is empty, whatever the header fields say.
 * @throws AppError in this order: `unsupported-media-type` for a `Content-Type` the rule does not accept or any content
 * coding (RFC 9110 §15.5.16), `too-large`, `timeout` if the body stalls, `malformed` if the client disconnects. The
 * rest of a refused body is discarded.
 */
export async function readBody(
  request: IncomingMessage,
  rule: BodyRule,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const declared = declaredLength(request);
  if (declared === 0) return undefined;
  const isTooLong = declared !== undefined && declared > rule.maximumBytes;
  const { bytes, isCut } = isTooLong
    ? { bytes: undefined, isCut: true }
    : await unlessStalled(request, collect(request, rule.maximumBytes), rule.arrival ?? ARRIVAL);
  // A chunked body may turn out to be empty.
  if (bytes?.length === 0) return undefined;
  // Node reuses the connection only after the whole request has been read.
  if (isCut) request.resume();
  judgeBodyFormat(request, rule);
  if (isCut) {
    throw new AppError('too-large', `The request body may have at most ${rule.maximumBytes} bytes.`);
  }
  return bytes;
}

/** As much of a body as was read. */
interface ReadBytes {
  bytes: Buffer<ArrayBuffer>;
  /** Whether there was more. */
  isCut: boolean;
}

/**
 * Reads a request's body, or the beginning of one that is too large: at least `beginning` bytes.
 * @throws AppError as `readBody` does, without `too-large`
 */
export async function readBeginning(
  request: IncomingMessage,
  { beginning, ...rule }: BodyRule & { beginning: number },
): Promise<ReadBytes> {
  const declared = declaredLength(request);
  const most = declared !== undefined && declared > rule.maximumBytes ? beginning : rule.maximumBytes;
  const read = await unlessStalled(request, collect(request, most), rule.arrival ?? ARRIVAL);
  if (read.isCut) request.resume();
  judgeBodyFormat(request, rule);
  return read;
}

/** Undefined for a chunked body. Node's parser rejects requests that declare both, or an invalid length. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}

async function collect(request: IncomingMessage, maximumBytes: number): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Destroying the request would close the socket before the response is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maximumBytes) return { bytes: Buffer.concat(chunks), isCut: true };
    }
  } catch (cause) {
    throw new AppError('malformed', 'The request body ended before it was complete.', { cause });
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

/**
 * Throws AppError `unsupported-media-type` for a `Content-Type` the rule does not accept and for any content coding
 * (RFC 9110 §15.5.16).
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
    throw new AppError('unsupported-media-type', 'Send the body without a Content-Encoding.', {
      source: { header: 'Content-Encoding' },
    });
  }
}

/**
 * Awaits the reading of a request's body. Throws AppError `timeout` when no byte arrives for the server's socket
 * timeout (`server.setTimeout`), or when reading exceeds `arrival` milliseconds. The caller must then stop reading.
 */
export async function unlessStalled<Result>(
  request: IncomingMessage,
  reading: Promise<Result>,
  arrival?: number,
): Promise<Result> {
  const stalled = Promise.withResolvers<never>();
  // Without a listener, Node closes the connection without a response.
  const giveUp = () =>
    stalled.reject(new AppError('timeout', 'The rest of the request body did not arrive.'));
  request.once('timeout', giveUp);
  const late = arrival === undefined ? undefined : setTimeout(giveUp, arrival);
  try {
    return await Promise.race([reading, stalled.promise]);
  } finally {
    clearTimeout(late);
    request.off('timeout', giveUp);
  }
}

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
