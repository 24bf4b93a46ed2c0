import { isIP } from 'node:net';
import { AppError } from '@guidepost/service-kit';
import proxyAddress from 'proxy-addr';

/** Whether to trust the proxy at this address, `hop` steps from the socket. */
export type Trust = (address: string, hop: number) => boolean;

const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** Compiles addresses, CIDR ranges and names such as `loopback`. @throws AppError `invalid` that names a bad entry */
export function compileTrust(entries: readonly string[]): Trust {
  entries.forEach(checkEntry);
  return proxyAddress.compile([...entries]);
}

function checkEntry(entry: string): void {
  try {
    // proxy-addr also accepts `10` and `0x7f.1`, which must be mistakes.
    if (!NAMED_RANGES.includes(entry) && isIP(entry.replace(/\/.*$/s, '')) === 0) {
      throw new TypeError('not an IP address');
    }
    proxyAddress.compile(entry);
  } catch (cause) {
    const shown = JSON.stringify(entry.slice(0, 100));
    throw new AppError('invalid', `A trusted proxy is an IP address or CIDR range, not ${shown}.`, { cause });
  }
}
