import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { createCheckedLookup, isPublicAddress } from './public-addresses.ts';
import { requirePublicHost } from './webhook-url.ts';

/** Hosts in URLs, as people can write them. */
const REFUSED = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

const ALLOWED = ['8.8.8.8', '1.1.1.1', '100.63.0.1', '172.32.0.1', '[2606:4700::1111]', '[2a00:1450::1]'];

const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

const lookUp = (addresses: LookupAddress[], all: boolean) =>
  new Promise((resolve) => {
    const lookup = createCheckedLookup((_name, _options, callback) => callback(null, addresses));
    lookup('example.com', { all }, (error, found, family) => resolve(error ? error.code : [found, family]));
  });

describe('S36: an address', () => {
  it.each(REFUSED)('is refused inside the network: %s', async (host) => {
    expect(() => requirePublicHost(new URL(`http://${host}/`))).toThrow('is not public');
    const address = hostOf(host);
    expect(isPublicAddress(address)).toBe(false);
    const family = address.includes(':') ? 6 : 4;
    for (const all of [true, false])
      expect(
        await lookUp(
          [
            { address: '8.8.8.8', family: 4 },
            { address, family },
          ],
          all,
        ),
      ).toBe('no-public-address');
  });

  it.each(ALLOWED)('is taken on the Internet: %s', async (host) => {
    expect(() => requirePublicHost(new URL(`http://${host}/`))).not.toThrow();
    const address = { address: hostOf(host), family: host.startsWith('[') ? 6 : 4 };
    expect(await lookUp([address], true)).toEqual([[address], undefined]);
    expect(await lookUp([address], false)).toEqual([address.address, address.family]);
  });

  it.each(['', 'localhost', '1.2.3', '::1%lo', 'fe80::1%eth0'])('is nothing else: "%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
