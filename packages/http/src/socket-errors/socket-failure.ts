import type { Buffer } from 'node:buffer';
import type { HttpError } from '../errors/http-error.ts';

/** What Node's HTTP parser adds to the errors of its `clientError` event. */
export interface ClientError extends Error {
  readonly code?: string;
  /** How much of `rawPacket` was read before the error. */
  readonly bytesParsed?: number;
  /** What was read from the socket last. */
  readonly rawPacket?: Buffer;
}

const BLANK_LINE = '\n\r\n';
const METHOD = /^[A-Z]{1,20} /;

const URI_TOO_LONG = failure(414, 'uri-too-long', 'The address of this request is too long.');
const HEADERS_TOO_LARGE = failure(431, 'too-large', 'The header fields of this request are too large.');
const TIMEOUT = failure(408, 'malformed', 'The request did not arrive in time.');
const MALFORMED = failure(400, 'malformed', 'This is not a well-formed HTTP/1.1 request.');

/**
 * What to answer to a request that Node's HTTP parser gave up on (RFC 9110 §15.5, RFC 6585 §5): 414 or 431
 * when it outgrew `maxHeaderSize`, 408 when it did not arrive in time, else 400.
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
 * Node does not say where a request outgrew its limit and shows the last packet only. A line break means header
 * fields (but a blank line the end of an earlier request's); so does a space that does not follow a method, for
 * a target has none. What else is in a later packet is a query if it looks like one, and mostly a key or a cookie if not.
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
