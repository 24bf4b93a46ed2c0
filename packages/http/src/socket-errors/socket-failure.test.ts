import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { type ClientError, socketFailure } from './socket-failure.ts';

function overflow(packet: string, bytesParsed = packet.length): ClientError {
  return Object.assign(new Error('Parse Error'), {
    code: 'HPE_HEADER_OVERFLOW',
    rawPacket: Buffer.from(packet, 'latin1'),
    bytesParsed,
  });
}

const LONG = 'a'.repeat(33_000);

describe('a request whose head is too large', () => {
  it.each([
    ['in the first packet of its request line', overflow(`GET /${LONG}`), 414],
    ['in a later packet of a query', overflow('a=1&'.repeat(9_000)), 414],
    ['in a later packet of a query in Cyrillic', overflow('%D0%B6'.repeat(6_000)), 414],
    [
      'in its request line, the rest in the same packet',
      overflow(`GET /${LONG} HTTP/1.1\r\nHost: a`, LONG.length + 5),
      414,
    ],
    [
      'in its request line, after another request',
      overflow(`GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /${LONG}`),
      414,
    ],
    ['in a header field, after another request', overflow(`\r\n\r\nGET / HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in a header field', overflow(`GET / HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in header fields after a long target', overflow(`${LONG} HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in a later packet of a cookie', overflow(`a=b; c=${LONG}`), 431],
    ['in a later packet of a key', overflow(LONG), 431],
  ])('%s', (_title, error, status) => {
    expect(socketFailure(error).status).toBe(status);
  });

  it('is attributed to the header when Node does not provide the packet', () => {
    expect(socketFailure(Object.assign(new Error(), { code: 'HPE_HEADER_OVERFLOW' })).status).toBe(431);
  });
});

describe('any other unreadable request', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
    ['HPE_INVALID_EOF_STATE', 400],
    [undefined, 400],
  ])('%s is answered %d', (code, status) => {
    expect(socketFailure(Object.assign(new Error('secret'), { code }) as ClientError)).toEqual(
      expect.objectContaining({ status, expected: true, message: expect.not.stringContaining('secret') }),
    );
  });
});
