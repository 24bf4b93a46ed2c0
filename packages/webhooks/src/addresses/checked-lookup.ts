import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Like that of `node:dns`, for all addresses of a name. */
export type LookupAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Thrown before a connection is made: the receiver is inside the network, or has no address. People read the same code in
 * all cases (S55), since what a name inside the network leads to, and whether there is one, is for operators only. The message
 * tells them.
 */
export class NoPublicAddressError extends Error {
  readonly code = 'no-public-address';
}

/**
 * Resolves names for a connection, which goes to the very addresses that were checked: no second answer of the name
 * server can lead it elsewhere. A name with one private address is refused, as is one that has none.
 */
export function createCheckedLookup(resolve: LookupAll = systemLookup): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const refused = error
        ? new NoPublicAddressError(error.message, { cause: error })
        : privateAmong(addresses);
      const [first] = addresses ?? [];
      if (refused || !first) callback(refused ?? new NoPublicAddressError(`${name} has no address`), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Names are looked up, addresses are not. @throws NoPublicAddressError */
export function requirePublicHost(url: URL): void {
  const address = addressIn(url);
  if (isIP(address) && !isPublicAddress(address)) throw new NoPublicAddressError(`${address} is not public`);
}

/**
 * The host of a receiver to which nothing is sent, as anyone can tell from the URL; undefined for others. Names are not
 * looked up, so that the answer tells nothing about the network.
 */
export function privateHostOf(url: URL): string | undefined {
  const address = addressIn(url);
  const isPrivate = isIP(address) ? !isPublicAddress(address) : /(?:^|\.)localhost\.?$/.test(address);
  return isPrivate ? address : undefined;
}

function addressIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function privateAmong(addresses: LookupAddress[]): NoPublicAddressError | undefined {
  const found = addresses.find(({ address }) => !isPublicAddress(address));
  return found && new NoPublicAddressError(`${found.address} is not public`);
}
