import { describe, expect, it } from '@jest/globals';
import { createCookie } from './cookies.ts';
import { isFromSameOrigin } from './same-origin.ts';

const asking = (cookie?: string) => ({ headers: cookie === undefined ? {} : { cookie } });

describe('S30 the cookie of a desk', () => {
  it.each([
    ['https://help.example.com', '__Host-desk=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure'],
    ['http://localhost:4010', 'desk=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
  ])('of %s', (deskUrl, header) => {
    const cookie = createCookie(deskUrl, 'desk');
    expect(cookie.store('abc', 60)).toBe(header);
    expect(cookie.remove()).toBe(header.replace('abc; Max-Age=60', '; Max-Age=0'));
  });

  it.each([
    ['alone', 'desk=abc', 'abc'],
    ['between others', 'a=b; desk=abc;c=d', 'abc'],
    ['the first of two', 'desk=abc; desk=def', 'abc'],
    ['nowhere', undefined, undefined],
    ['with a longer name', 'xdesk=abc; desk2=abc', undefined],
    ['without a value', 'desk=; desk', undefined],
    ['with characters that none of ours has', 'desk="abc"', undefined],
    ['too long', `desk=${'a'.repeat(3_000)}`, undefined],
  ])('is read %s', (_, header, value) => {
    expect(createCookie('http://localhost', 'desk').read(asking(header))).toBe(value);
  });

  it('over TLS is not one that another host of the domain could set', () => {
    expect(createCookie('https://a.example', 'desk').read(asking('desk=abc'))).toBeUndefined();
  });
});

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
  });
});
