import { Buffer } from 'node:buffer';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { nodeHttp } from '@guidepost/service-kit';
import { entityTag } from '../entity-tags.ts';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';

export interface HttpServerOptions {
  /** Renders errors of requests that Node cannot parse; they have no path, so the format is one per service. */
  readonly representClientError: (error: HttpError) => Representation;
  /** Milliseconds without progress before a connection is closed; a stalled body is a 408 (see `unlessStalled`). */
  readonly stalled?: number | undefined;
  /** Milliseconds for a whole request to arrive; longer for file uploads. */
  readonly arrival?: number | undefined;
}

const STALLED = 30_000;
const ARRIVAL = 30_000;

/** Node's limits: a request line may be 16,000 bytes (the app answers 414), the rest is for headers. */
const SERVER_OPTIONS = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // The app answers it, in its own format.
  requireHostHeader: false,
};

/** Creates a server with limits for slow and broken clients. */
export function createHttpServer(
  listener: RequestListener,
  { representClientError, stalled = STALLED, arrival = ARRIVAL }: HttpServerOptions,
): Server {
  const server = nodeHttp.createServer({ ...SERVER_OPTIONS, requestTimeout: arrival }, listener);
  server.setTimeout(stalled);
  // Unknown expectations may be ignored (RFC 9110 §10.1.1); Node would refuse them in its own format.
  server.on('checkExpectation', listener);
  server.on('clientError', createClientErrorListener(representClientError));
  return server;
}

/** An error of Node's `clientError` event. */
export interface ClientError extends Error {
  readonly code?: string;
  /** Bytes of `rawPacket` parsed before the error. */
  readonly bytesParsed?: number;
  readonly rawPacket?: Buffer;
}

const BLANK_LINE = '\n\r\n';

const METHOD = /^[A-Z]{1,20} /;

const URI_TOO_LONG = failure(414, 'uri-too-long', 'The address of this request is too long.');

const HEADERS_TOO_LARGE = failure(431, 'too-large', 'The header fields of this request are too large.');

const TIMEOUT = failure(408, 'malformed', 'The request did not arrive in time.');

const MALFORMED = failure(400, 'malformed', 'This is not a well-formed HTTP/1.1 request.');

const MAXIMUM_BYTES = 1024 * 1024;

const MAXIMUM_MILLISECONDS = 5_000;

/** Handles `clientError` of an `http.Server`. */
export type ClientErrorListener = (error: ClientError, socket: Duplex) => void;

/**
 * Answers requests that Node's parser rejects, in the service's format. `render` gets one of the statuses 400, 408, 414
 * and 431. Never throws: a socket that cannot be answered is destroyed.
 */
export function createClientErrorListener(render: (error: HttpError) => Representation): ClientErrorListener {
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser repeats its error for every further packet.
    if (answered.has(socket)) {
      return;
    }
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isInTheMiddleOfAnAnswer(socket)) {
      socket.destroy();
      return;
    }
    try {
      lingeringClose(socket, rawResponse(render(socketFailure(error))));
    } catch {
      socket.destroy();
    }
  };
}

/** Node's default handler checks this, too: a second head would corrupt the body. */
function isInTheMiddleOfAnAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true && !answer.writableEnded;
}

/** An HTTP/1.1 response (RFC 9112 §4) that closes its connection, with the headers of `sendRepresentation`. */
function rawResponse({ status, headers, body = '' }: Representation): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `ETag: ${entityTag(bytes)}`,
    `Content-Length: ${bytes.length}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/**
 * Sends the last bytes on a connection whose peer may still be sending. A full close would answer further packets with
 * a TCP reset, which discards the response (RFC 9112 §9.6), so only our half is closed, and up to 1 MiB is discarded
 * for up to 5 s.
 */
export function lingeringClose(socket: Duplex, lastBytes: Uint8Array): void {
  let remaining = MAXIMUM_BYTES;
  // A `data` listener also detaches Node's parser, which would read past us.
  socket.on('data', (chunk: Uint8Array) => {
    remaining -= chunk.length;
    if (remaining < 0) {
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  const deadline = setTimeout(() => socket.destroy(), MAXIMUM_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(deadline));
  socket.end(lastBytes);
}

/**
 * The error for a request that Node's parser rejected (RFC 9110 §15.5, RFC 6585 §5): 414 or 431 if it exceeds
 * `maxHeaderSize`, 408 if it did not arrive in time, else 400.
 */
export function socketFailure(error: ClientError): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isInRequestLine(error) ? URI_TOO_LONG : HEADERS_TOO_LARGE;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return TIMEOUT;
    default:
      return MALFORMED;
  }
}

/**
 * Node reports neither where a request exceeded the limit nor more than its last packet. A line break, or a space that
 * does not follow a method, indicates header fields. Later packets count as a target only if they look like a query.
 */
function isInRequestLine({ rawPacket, bytesParsed }: ClientError): boolean {
  const read = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? '';
  const request = read.slice(read.lastIndexOf(BLANK_LINE) + 1).trimStart();
  const target = request.replace(METHOD, '');
  return !/[\n ]/.test(target) && (target !== request || /[&%]/.test(target));
}

function failure(status: number, kind: HttpError['kind'], message: string): HttpError {
  return { status, kind, message, headers: {}, expected: true };
}
