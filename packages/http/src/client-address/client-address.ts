import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';
import { canonicalAddress } from './address.ts';
import { compileTrust, type Trust } from './trusted-proxies.ts';

/** Gives the address that a request is counted under. */
export type ClientAddress = (request: IncomingMessage) => string;

/** What RFC 4291 and RFC 1122 write for an address that is not known: the socket is gone. */
const UNSPECIFIED = '0.0.0.0';

/**
 * The **sender**: who our own proxies were spoken to by. That is the first hop, counted from the socket back
 * through `X-Forwarded-For`, that is not a trusted proxy; without trusted proxies the socket. Elements that
 * are no addresses end the search, so whatever is claimed before them is not believed.
 * Throws AppError `invalid` for a bad entry of `trustedProxies`.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trust = compileTrust(trustedProxies);
  return (request) => lastAddress(proxyAddress.all(request, trust));
}

/**
 * The address that the sender **claims** to speak for: the element of `X-Forwarded-For` left of the sender's,
 * else the sender's own. Anyone can write anything there, so it is never the only thing that is counted.
 * Throws AppError `invalid` for a bad entry of `trustedProxies`.
 */
export function createClaimedAddress(trustedProxies: readonly string[]): ClientAddress {
  const trust = throughOneMore(compileTrust(trustedProxies));
  return (request) => lastAddress(proxyAddress.all(request, trust()));
}

/** Trusts what `trust` does and the first address after that: its state is for one walk through the hops. */
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
