import type { IncomingMessage } from 'node:http';
import { compileTrust } from './trusted-proxies.ts';

const isPrivate = compileTrust(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Hears of requests until the first that seems to come through a proxy of ours which nobody trusts: it carries
 * `X-Forwarded-For`, arrives from a private address, and no proxy is trusted. Then all clients count as one, so
 * `notice` is called, once. Requests cost a look at one header.
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
