import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Like that of `node:dns`, for all addresses of a name. */
export type LookupAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Thrown before a connection to an address inside the network is made. */
class PrivateAddressError extends Error {
  readonly code = 'private-address';
}

/**
 * Resolves names for a connection, which goes to the very addresses that were checked: no second answer of the name
 * server can lead it elsewhere. A name with one private address is refused.
 */
export function createCheckedLookup(resolve: LookupAll = systemLookup): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? privateAmong(addresses);
      const [first] = addresses ?? [];
      if (refused || !first) callback(refused ?? new Error(`${name} has no address`), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Names are looked up, addresses are not. @throws PrivateAddressError */
export function requirePublicHost({ hostname }: URL): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) && !isPublicAddress(address)) throw new PrivateAddressError(`${address} is not public`);
}

function privateAmong(addresses: LookupAddress[]): PrivateAddressError | undefined {
  const found = addresses.find(({ address }) => !isPublicAddress(address));
  return found && new PrivateAddressError(`${found.address} is not public`);
}
