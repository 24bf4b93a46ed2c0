import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { isPublicAddress } from './public-address.ts';

/** Milliseconds to wait for a name server. */
const PATIENCE = 2_000;

/** An address of a receiver to which nothing is sent, because it is not on the Internet; undefined if none is known. */
export async function privateAddressOf(url: string): Promise<string | undefined> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.find((address) => !isPublicAddress(address));
}

async function resolve(name: string): Promise<string[]> {
  const answered = new AbortController();
  try {
    const found = lookup(name, { all: true });
    const late = after(PATIENCE, [], { signal: answered.signal });
    return (await Promise.race([found, late])).map(({ address }) => address);
  } catch {
    return [];
  } finally {
    answered.abort();
  }
}
