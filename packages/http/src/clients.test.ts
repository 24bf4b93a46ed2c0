import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import {
  addressBlock,
  canonicalAddress,
  createClaimedAddress,
  createClientAddress,
  noticeUntrustedProxy,
  readTrustedProxies,
} from './clients.ts';

describe('a client', () => {
  const PROXIES = ['10.0.0.0/8', 'fd00::/8'];

  function arriving(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  }

  describe('the sender', () => {
    it.each([
      ['no header', '10.0.0.1', undefined, '10.0.0.1'],
      ['one proxy', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
      ['two proxies', '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1'],
      ['something claimed before', '10.0.0.1', '198.51.100.1, 192.0.2.1', '192.0.2.1'],
      ['trusted proxies only', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
      ['a socket that is not a proxy', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
      ['a mapped socket', '::ffff:10.0.0.1', '::ffff:192.0.2.1', '192.0.2.1'],
      ['IPv6', 'fd00::1', '2001:DB8:0::1', '2001:db8::1'],
      ['a closed socket', undefined, '192.0.2.1', '0.0.0.0'],
    ])('with %s', (_title, socket, header, expected) => {
      expect(createClientAddress(PROXIES)(arriving(socket, header))).toBe(expected);
    });

    it("without trusted proxies is the socket's address, whatever is claimed", () => {
      const clientAddress = createClientAddress([]);
      expect(clientAddress(arriving('::ffff:192.0.2.9', '198.51.100.1'))).toBe('192.0.2.9');
    });
  });

  describe('the claimed address', () => {
    it.each([
      ['left of the sender, behind a proxy', '10.0.0.1', '198.51.100.1, 192.0.2.1', '198.51.100.1'],
      ['left of the sender, when it is the socket', '192.0.2.9', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
      ['the sender when it claims nothing, behind a proxy', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
      ['the sender when it claims nothing', '192.0.2.9', undefined, '192.0.2.9'],
      ['the sender when it claims junk', '192.0.2.9', '198.51.100.1, unknown', '192.0.2.9'],
      ['the last proxy after junk', '10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
    ])('is %s', (_title, socket, header, expected) => {
      expect(createClaimedAddress(PROXIES)(arriving(socket, header))).toBe(expected);
    });

    it('is determined for each request', () => {
      const claimedAddress = createClaimedAddress(PROXIES);
      const both = ['198.51.100.1', '198.51.100.2'].map((claim) =>
        claimedAddress(arriving('192.0.2.9', claim)),
      );
      expect(both).toEqual(['198.51.100.1', '198.51.100.2']);
    });
  });

  describe('S13 X-Forwarded-For spoofing', () => {
    it('200 rotated values are one sender', () => {
      const clientAddress = createClientAddress(PROXIES);
      const senders = Array.from({ length: 200 }, (_, index) =>
        clientAddress(arriving('10.0.0.1', `198.51.100.${index}, 10.9.9.${index}, 192.0.2.1`)),
      );
      expect(new Set(senders)).toEqual(new Set(['192.0.2.1']));
    });

    it('IPv6 counts by /64', () => {
      const clientAddress = createClientAddress(PROXIES);
      const blocks = ['::1', '::2', ':a:b:c:d'].map((rest) =>
        addressBlock(clientAddress(arriving('10.0.0.1', `2001:db8:1:2${rest}`))),
      );
      expect(new Set(blocks)).toEqual(new Set(['2001:db8:1:2::/64']));
    });

    it.each([
      ['a word', 'unknown'],
      ['an address with a port', '192.0.2.1:80'],
      ['an address in brackets', '[2001:db8::1]'],
      ['markup', '<script>alert(1)</script>'],
      ['quotes and semicolons', 'for="192.0.2.1";proto=http'],
      ['a number', '3221225985'],
      ['only commas', ',,,,'],
      ['nothing', ''],
      ['U+0000', '\0'],
      ['1 MB of letters', 'a'.repeat(1_000_000)],
      ['1 MB of commas', ','.repeat(1_000_000)],
      ['1 MB of elements', 'a,'.repeat(500_000)],
    ])('%s is harmless: the last valid address counts', (_title, junk) => {
      const request = arriving('10.0.0.1', `198.51.100.1, ${junk}, 10.0.0.2`);
      const isEmpty = /^[ ,]*$/.test(junk);
      expect(createClientAddress(PROXIES)(request)).toBe(isEmpty ? '198.51.100.1' : '10.0.0.2');
    });

    it('an address with 1 MB of zone is written without it', () => {
      const request = arriving('10.0.0.1', `fe80::1%${'a'.repeat(1_000_000)}`);
      expect(createClientAddress(PROXIES)(request)).toBe('fe80::1');
    });
  });

  describe('the list of trusted proxies', () => {
    it.each([
      '10.0.0.1',
      '10.0.0.0/8',
      '10.0.0.0/255.0.0.0',
      '::1',
      'fd00::/8',
      'loopback',
      'linklocal',
      'uniquelocal',
    ])('accepts %s', (entry) => {
      expect(() => createClientAddress([entry])).not.toThrow();
    });

    it.each([
      '',
      ' 10.0.0.1',
      'localhost',
      '10',
      '0x7f.1',
      '10.0.0.0/',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '10.0.0.0/x',
      'fd00::/129',
      '10.0.0.1\n',
      'toString',
    ])('refuses "%s" in one line that names it', (entry) => {
      const message = `A trusted proxy is an IP address or CIDR range, not ${JSON.stringify(entry)}.`;
      const expected = expect.objectContaining({ kind: 'invalid', message });
      expect(() => createClientAddress(['10.0.0.1', entry])).toThrow(expected);
      expect(() => createClaimedAddress([entry])).toThrow(expected);
    });
  });
});

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
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
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

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['', []],
    [' ,, ', []],
    ['loopback', ['loopback']],
    [' 192.0.2.1, 10.0.0.0/8 ,', ['192.0.2.1', '10.0.0.0/8']],
  ])('is a comma-separated list of addresses and networks: "%s"', (setting, proxies) => {
    expect(readTrustedProxies(setting)).toEqual(proxies);
  });

  it('is named in the error for an invalid entry', () => {
    expect(() => readTrustedProxies('10.0.0.0/8,me')).toThrow(/^TRUSTED_PROXIES: .*"me"/);
  });
});

describe('X-Forwarded-For from a private address while no proxy is trusted', () => {
  function arriving(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  }

  function notices(trustedProxies: string[], requests: IncomingMessage[]): number {
    let count = 0;
    const see = noticeUntrustedProxy(trustedProxies, () => {
      count += 1;
    });
    for (const request of requests) see(request);
    return count;
  }

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
  ])('is reported once: %s', (address) => {
    const request = arriving(address, '192.0.2.1');
    expect(notices([], [arriving(address), request, request])).toBe(1);
  });

  it.each([
    ['without the header', arriving('10.0.0.1')],
    ['from a public address, where anyone can claim anything', arriving('192.0.2.1', '198.51.100.1')],
    ['from a closed socket', arriving(undefined, '192.0.2.1')],
  ])('is not reported %s', (_title, request) => {
    expect(notices([], [request])).toBe(0);
  });

  it('is not reported once a proxy is trusted', () => {
    expect(notices(['10.0.0.2'], [arriving('10.0.0.1', '192.0.2.1')])).toBe(0);
  });
});
