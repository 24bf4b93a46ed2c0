import type { Buffer } from 'node:buffer';
import type { HttpError } from '../errors/http-error.ts';

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
