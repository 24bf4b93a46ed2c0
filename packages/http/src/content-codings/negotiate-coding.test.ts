import { describe, expect, it } from '@jest/globals';
import { negotiateCoding } from './negotiate-coding.ts';

describe('Accept-Encoding', () => {
  it.each<[string | undefined, 'br' | 'gzip' | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=0.001, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0.000, gzip;q=0.0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip, identity;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.8, identity;q=0.5', 'gzip'],
    // The wildcard applies to codings that are not named.
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, br;q=0', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    // Nothing acceptable: identity.
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, *;q=0', undefined],
    ['GZIP', 'gzip'],
    ['gzip;Q=0.5', 'gzip'],
    [' gzip ;\tq=0.5 ,, ', 'gzip'],
    ['gzip , br', 'br'],
    // A repeated coding: the first one counts.
    ['gzip;q=0, gzip', undefined],
    // Invalid weights and unknown codings.
    ['gzip;q=2', undefined],
    ['gzip;q=-1', undefined],
    ['gzip;q=high', undefined],
    ['gzip;level=9', undefined],
    ['gzip;', undefined],
    ['"gzip"', undefined],
    ['x-gzip, brotli', undefined],
    ['__proto__, constructor;q=0.5', undefined],
  ])('%j gives %s', (header, coding) => {
    expect(negotiateCoding(header)).toBe(coding);
    expect(negotiateCoding(header)).toBe(coding);
  });

  it('is negotiated correctly when more values have been seen than are cached', () => {
    const headers = Array.from({ length: 1_000 }, (_, index) => `x-${index}, gzip`);
    expect(new Set(headers.map(negotiateCoding))).toEqual(new Set(['gzip']));
    expect(negotiateCoding('x-999, br')).toBe('br');
  });

  it('is parsed in linear time: 30 kB of commas and of elements', () => {
    expect(negotiateCoding(`${','.repeat(30_000)}gzip`)).toBe('gzip');
    expect(negotiateCoding(`${'a;q=0.5,'.repeat(4_000)}gzip`)).toBe('gzip');
    expect(negotiateCoding(`gzip;q=0.5${' '.repeat(30_000)}x`)).toBeUndefined();
  });
});
