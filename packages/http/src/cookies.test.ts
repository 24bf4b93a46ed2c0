import { describe, expect, it } from '@jest/globals';
import { createCookie } from './cookies.ts';

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
