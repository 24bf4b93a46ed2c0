import { describe, expect, it } from '@jest/globals';
import { readTrustedProxies } from './clients.ts';

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
