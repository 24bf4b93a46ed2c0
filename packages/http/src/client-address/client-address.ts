import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';
import { canonicalAddress } from './address.ts';
import { compileTrust, type Trust } from './trusted-proxies.ts';

export type ClientAddress = (request: IncomingMessage) => string;

/** The unspecified address (RFC 4291, RFC 1122), for a socket that is gone. */
const UNSPECIFIED = '0.0.0.0';

/**
 * The **sender**: the first hop that is not a trusted proxy, counted from the socket back through `X-Forwarded-For`.
 * Elements that are not addresses end the search, so nothing before them is trusted.
 * @throws AppError `invalid` for a bad entry of `trustedProxies`
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trust = compileTrust(trustedProxies);
  return (request) => lastAddress(proxyAddress.all(request, trust));
}

/**
 * The address that the sender **claims** to act for: the element left of the sender in `X-Forwarded-For`, else the
 * sender's own. It can be forged, so it must never be the only limit.
 * @throws AppError `invalid` for a bad entry of `trustedProxies`
 */
export function createClaimedAddress(trustedProxies: readonly string[]): ClientAddress {
  const trust = throughOneMore(compileTrust(trustedProxies));
  return (request) => lastAddress(proxyAddress.all(request, trust()));
}

/** Also trusts the first untrusted address; the state is for one walk through the hops. */
function throughOneMore(trust: Trust): () => Trust {
  return () => {
    let senderMet = false;
    return (address, hop) => {
      if (senderMet || isIP(address) === 0) {
        return false;
      }
      senderMet = !trust(address, hop);
      return true;
    };
  };
}

function lastAddress(hops: readonly (string | undefined)[]): string {
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const address = canonicalAddress(hops[index] ?? '');
    if (address !== undefined) {
      return address;
    }
  }
  return UNSPECIFIED;
}
