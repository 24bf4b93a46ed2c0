import { describe, expect, it } from '@jest/globals';
import { addressBlock, canonicalAddress } from './address.ts';

describe('canonicalAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1%1', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:ffff:192.168.100.228%abcdefgh', '192.168.100.228'],
  ])('of %s is %s', (text, expected) => {
    expect(canonicalAddress(text)).toBe(expected);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2',
    '192.0.2.256',
    '0300.0.2.1',
    '192.0.2.1:80',
    '[::1]',
    '1',
    ' ::1',
  ])('"%s" is not an address', (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });
});

describe('addressBlock', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:0:0:4:5:6', '2001:db8:1::/64'],
    ['1::8', '1::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['::1', '::/64'],
    ['::192.0.2.1', '::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, expected) => {
    expect(addressBlock(address)).toBe(expected);
  });

  it('is the same for all addresses of one subscriber', () => {
    const blocks = ['::', '::1', '1:2:3:4', 'ffff:ffff:ffff:ffff'].map((rest) => {
      return addressBlock(rest.startsWith(':') ? `2001:db8:1:2${rest}` : `2001:db8:1:2:${rest}`);
    });
    expect(new Set(blocks)).toEqual(new Set(['2001:db8:1:2::/64']));
  });
});
