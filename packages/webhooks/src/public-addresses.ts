import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Not reachable from the Internet, or not by one host: https://www.iana.org/assignments/iana-ipv4-special-registry */
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Special blocks within the assigned ones: https://www.iana.org/assignments/iana-ipv6-special-registry */
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Everything outside, such as loopback, mapped and local addresses, is for special purposes or not assigned. */
const IPV6_UNICAST = '2000::/3';

const special = listOf([...IPV4, ...IPV6]);

const unicast = listOf([IPV6_UNICAST]);

/** Like that of `node:dns`, for all addresses of a name. */
export type LookupAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Thrown before a connection is made: the receiver is inside the network, or has no address. People read the same code
 * in all cases (S55), since what a name inside the network leads to, and whether there is one, is for operators only.
 * The message tells them.
 */
export class NoPublicAddressError extends Error {
  readonly code = 'no-public-address';
}

/**
 * Resolves names for a connection, which goes to the very addresses that were checked: no second answer of the name
 * server can lead it elsewhere (S36). A name with one private address is refused, as is one that has none.
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

function privateAmong(addresses: LookupAddress[]): NoPublicAddressError | undefined {
  const found = addresses.find(({ address }) => !isPublicAddress(address));
  return found && new NoPublicAddressError(`${found.address} is not public`);
}

/** Whether an IP address belongs to a host on the Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
