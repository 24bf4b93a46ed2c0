import { describe, expect, it } from '@jest/globals';
import { isFromOtherOrigin, isFromSameOrigin } from '../origins.ts';

describe('S31 a request that changes something', () => {
  const host = 'help.example.com';

  it.each<[string, boolean, Record<string, string>]>([
    ['of the same origin', true, { 'sec-fetch-site': 'same-origin' }],
    ['of another origin', false, { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the domain', false, { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', false, { 'sec-fetch-site': 'none' }],
    [
      'of another origin that claims this one',
      false,
      { 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
    ],
    ['of this host, from an old browser', true, { origin: `https://${host}` }],
    ['of another host, from an old browser', false, { origin: 'https://example.com' }],
    ['of another port', false, { origin: `https://${host}:8443` }],
    ['of a sandboxed page', false, { origin: 'null' }],
    ['of a page whose address only begins alike', false, { origin: `https://${host}.evil.example` }],
    ['without any origin', false, {}],
  ])('%s: %s', (_, expected, headers) => {
    expect(isFromSameOrigin({ host, ...headers })).toBe(expected);
    const isOfProgram = Object.keys(headers).length === 0;
    expect(isFromOtherOrigin({ host, ...headers })).toBe(!expected && !isOfProgram);
  });
});
