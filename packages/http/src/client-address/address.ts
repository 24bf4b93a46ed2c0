import { isIPv4, isIPv6, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';
const GROUPS = 8;
const GROUPS_OF_A_BLOCK = 4;

/**
 * The one spelling of an IP address: IPv4 dotted, IPv6 as RFC 5952 has it without a zone, IPv4-mapped IPv6
 * (RFC 4291 §2.5.5.2) as IPv4. `undefined` for what is no address.
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
 * What limits count by: an IPv4 address as it is, of an IPv6 address its /64 (`2001:db8:1:2::/64`), because one
 * subscriber has all of it (RFC 6177). What is no address is returned as it is.
 */
export function addressBlock(address: string): string {
  const canonical = canonicalAddress(address);
  if (canonical === undefined || isIPv4(canonical)) {
    return canonical ?? address;
  }
  const prefix = groupsOf(canonical).slice(0, GROUPS_OF_A_BLOCK).join(':');
  return `${canonicalAddress(`${prefix}::`)}/64`;
}

/** A zone (RFC 4007) names an interface of one machine; a long claimed one makes SocketAddress throw. */
function withoutZone(address: string): string {
  const percent = address.indexOf('%');
  return percent === -1 ? address : address.slice(0, percent);
}

/** All groups of an IPv6 address, those that `::` stands for too. */
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
