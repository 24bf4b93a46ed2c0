import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { noticeUntrustedProxy } from './untrusted-proxy.ts';

function arriving(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function notices(trustedProxies: string[], requests: IncomingMessage[]): number {
  let count = 0;
  const see = noticeUntrustedProxy(trustedProxies, () => {
    count += 1;
  });
  for (const request of requests) see(request);
  return count;
}

describe('X-Forwarded-For from a private address while no proxy is trusted', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
  ])('is reported once: %s', (address) => {
    const request = arriving(address, '192.0.2.1');
    expect(notices([], [arriving(address), request, request])).toBe(1);
  });

  it.each([
    ['without the header', arriving('10.0.0.1')],
    ['from a public address, where anyone can claim anything', arriving('192.0.2.1', '198.51.100.1')],
    ['from a closed socket', arriving(undefined, '192.0.2.1')],
  ])('is not reported %s', (_title, request) => {
    expect(notices([], [request])).toBe(0);
  });

  it('is not reported once a proxy is trusted', () => {
    expect(notices(['10.0.0.2'], [arriving('10.0.0.1', '192.0.2.1')])).toBe(0);
  });
});
