import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { AppError, type Logger } from '@guidepost/service-kit';
import proxyAddress from 'proxy-addr';

/** Whether to trust the proxy at this address, `hop` steps from the socket. */
type Trust = (address: string, hop: number) => boolean;

/** Names of proxy-addr for networks that are not on the Internet. */
const PRIVATE_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

const MAPPED = '::ffff:';

const GROUPS = 8;

const GROUPS_OF_A_BLOCK = 4;

export type ClientAddress = (request: IncomingMessage) => string;

/** The unspecified address (RFC 4291, RFC 1122), for a socket that is gone. */
const UNSPECIFIED = '0.0.0.0';

const isPrivate = compileTrust(PRIVATE_NETWORKS);

/** Addresses of clients, as far as the configuration trusts them. */
export interface Clients {
  addressOf: ClientAddress;
  /** The address that a sender with an access key claims to act for. */
  claimedAddressOf: ClientAddress;
  /** Call with every request: warns once when an untrusted proxy seems to be in front. */
  noticeProxy: (request: IncomingMessage) => void;
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For arrives from a private address but no proxy is trusted, so all clients count as one; set TRUSTED_PROXIES';

/**
 * @param trustedProxies the variable `TRUSTED_PROXIES`: addresses and networks, separated by commas
 * @throws AppError `invalid` that begins with the variable's name
 */
export function createClients(trustedProxies: string, logger: Logger): Clients {
  const proxies = readTrustedProxies(trustedProxies);
  return {
    addressOf: createClientAddress(proxies),
    claimedAddressOf: createClaimedAddress(proxies),
    noticeProxy: noticeUntrustedProxy(proxies, () => logger.warn(UNTRUSTED_PROXY)),
  };
}

/** Splits and checks `TRUSTED_PROXIES`. @throws AppError `invalid` that begins with the variable's name */
export function readTrustedProxies(trustedProxies: string): string[] {
  const entries = trustedProxies.split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  try {
    createClientAddress(proxies);
    return proxies;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid', `TRUSTED_PROXIES: ${error.message}`, { cause: error });
  }
}

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

/**
 * The **sender**: the first hop that is not a trusted proxy, counted from the socket back through `X-Forwarded-For`.
 * Elements that are not addresses end the search, so nothing before them is trusted (S13).
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

/**
 * The canonical form of an IP address: IPv4 dotted, IPv6 by RFC 5952 without a zone, IPv4-mapped IPv6 (RFC 4291
 * §2.5.5.2) as IPv4. `undefined` if it is not an address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) {
    return text;
  }
  if (!isIPv6(text)) {
    return undefined;
  }
  const { address } = new SocketAddress({ address: withoutZone(text), family: 'ipv6' });
  const dotted = address.slice(MAPPED.length);
  return address.startsWith(MAPPED) && isIPv4(dotted) ? dotted : address;
}

/**
 * The unit that limits count by: an IPv4 address, or the /64 of an IPv6 address (`2001:db8:1:2::/64`), since one
 * subscriber has all of it (RFC 6177). Other text is returned as it is.
 */
export function addressBlock(address: string): string {
  const canonical = canonicalAddress(address);
  if (canonical === undefined || isIPv4(canonical)) {
    return canonical ?? address;
  }
  const prefix = groupsOf(canonical).slice(0, GROUPS_OF_A_BLOCK).join(':');
  return `${canonicalAddress(`${prefix}::`)}/64`;
}

/** A zone (RFC 4007) is local to a machine; SocketAddress throws on a long one. */
function withoutZone(address: string): string {
  const percent = address.indexOf('%');
  return percent === -1 ? address : address.slice(0, percent);
}

/** All groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  if (after === undefined) {
    return head;
  }
  const tail = after === '' ? [] : after.split(':');
  const missing = GROUPS - head.length - tail.length;
  return [...head, ...Array<string>(missing).fill('0'), ...tail];
}

/** Compiles addresses, CIDR ranges and names such as `loopback`. @throws AppError `invalid` that names a bad entry */
function compileTrust(entries: readonly string[]): Trust {
  entries.forEach(checkEntry);
  return proxyAddress.compile([...entries]);
}

function checkEntry(entry: string): void {
  try {
    // proxy-addr also accepts `10` and `0x7f.1`, which must be mistakes.
    if (!PRIVATE_NETWORKS.includes(entry) && isIP(entry.replace(/\/.*$/s, '')) === 0) {
      throw new TypeError('not an IP address');
    }
    proxyAddress.compile(entry);
  } catch (cause) {
    const shown = JSON.stringify(entry.slice(0, 100));
    throw new AppError('invalid', `A trusted proxy is an IP address or CIDR range, not ${shown}.`, { cause });
  }
}
