import { describe, expect, it } from '@jest/globals';
import { readTrustedProxies } from './clients.ts';

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['', []],
    [' ,, ', []],
    ['loopback', ['loopback']],
    [' 192.0.2.1, 10.0.0.0/8 ,', ['192.0.2.1', '10.0.0.0/8']],
  ])('holds addresses and networks, separated by commas: "%s"', (setting, proxies) => {
    expect(readTrustedProxies(setting)).toEqual(proxies);
  });

  it('is named when an entry is none', () => {
    expect(() => readTrustedProxies('10.0.0.0/8,me')).toThrow(/^TRUSTED_PROXIES: .*"me"/);
  });
});
