import type { IncomingMessage } from 'node:http';
import { compileTrust } from './trusted-proxies.ts';

const isPrivate = compileTrust(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Calls `notice` once, for the first request that seems to come through an untrusted proxy: it has `X-Forwarded-For`
 * and a private address while no proxy is trusted, so that all clients count as one.
 */
export function noticeUntrustedProxy(
  trustedProxies: readonly string[],
  notice: () => void,
): (request: IncomingMessage) => void {
  let done = trustedProxies.length > 0;
  return ({ headers, socket: { remoteAddress } }) => {
    if (done || headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return;
    if (!isPrivate(remoteAddress, 0)) return;
    done = true;
    notice();
  };
}
