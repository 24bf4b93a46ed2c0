import { isIPv4, isIPv6, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';
const GROUPS = 8;
const GROUPS_OF_A_BLOCK = 4;

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
