import type { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { validateReturnAddresses, withMessages } from './return-addresses.ts';

const PUBLIC_URL = 'https://forum.example:8443/help';
const ALLOWED = ['https://www.example.com', 'https://xn--bcher-kva.example'];

/** The result for an address in each of the two fields; a message when refused. */
function validate(address: string, allowed_origins: string[] = []): (string | undefined)[] {
  return ['success_url', 'error_url'].map((name) => {
    const forum = { allowed_origins, language: 'en' };
    try {
      const { success, error } = validateReturnAddresses(new Map([[name, address]]), forum, PUBLIC_URL);
      return success ?? error;
    } catch (error) {
      return (error as AppError).details.fields?.[name]?.join();
    }
  });
}

const MESSAGE = 'A return address is not allowed.';
const REFUSED = [MESSAGE, MESSAGE];

describe('S10 a return address', () => {
  it.each([
    ['is absolute', 'https://www.example.com/a?b=c#d', 'https://www.example.com/a?b=c#d'],
    ['may have no path', 'http://www.example.com', 'http://www.example.com/'],
    ['may have only a query', 'https://www.example.com?a', 'https://www.example.com/?a'],
    ['is normalized', 'HTTPS://WWW.Example.COM:443/a/../b c', 'https://www.example.com/b%20c'],
    [
      'is encoded as ASCII',
      'https://bücher.example/å?ö#ä',
      'https://xn--bcher-kva.example/%C3%A5?%C3%B6#%C3%A4',
    ],
    ['may have a port or an IP address', 'http://[::1]:8080/a', 'http://[::1]:8080/a'],
    [
      'may redirect further',
      'https://a.example/?to=//evil.example\\',
      'https://a.example/?to=//evil.example\\',
    ],
  ])('%s', (_title, address, expected) => {
    expect(validate(address)).toEqual([expected, expected]);
  });

  it.each([
    ['a path', '/thanks'],
    ['two slashes', '//evil.example'],
    ['three slashes', 'https:///evil.example'],
    ['a slash and a backslash', '/\\evil.example'],
    ['backslashes', 'https:\\\\evil.example'],
    ['a backslash in the host', 'https://www.example.com\\@evil.example'],
    ['no slashes', 'https:evil.example'],
    ['one slash', 'https:/evil.example'],
    ['a name', 'https://www.example.com@evil.example/'],
    ['a name and a password', 'https://www.example.com:443@evil.example/'],
    ['an empty name', 'https://@evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a script after two slashes', 'javascript://www.example.com/%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a file', 'file:///etc/passwd'],
    ['another scheme', 'ftp://www.example.com/'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['a tab in the host', 'https://www.example.com\t.evil.example/'],
    ['line breaks', 'https://www.example.com/\r\nSet-Cookie: a=b'],
    ['a leading line feed', '\nhttps://www.example.com/'],
    ['a leading space', ' https://www.example.com/'],
    ['U+0000', 'https://www.example.com/\0'],
    ['no host', 'https://'],
    ['a query without a host', 'https://?a'],
    ['a host with a space', 'https://www example.com/'],
    ['a host that splits policies', 'https://a;script-src,b/'],
    ['an invalid port', 'https://www.example.com:99999/'],
    ['4,001 characters', `https://www.example.com/${'a'.repeat(3_977)}`],
    ['more than 4,000 characters when normalized', `https://www.example.com/?${'ä'.repeat(663)}`],
    ['a word', 'thanks'],
  ])('is refused with %s', (_title, address) => {
    expect(validate(address)).toEqual(REFUSED);
    expect(validate(address, ALLOWED)).toEqual(REFUSED);
  });
});

describe('S10 a forum with allowed origins', () => {
  it.each([
    'https://www.example.com/a',
    'https://WWW.EXAMPLE.COM:443/',
    'https://ｗｗｗ.example。com/',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://forum.example:8443/forum/help',
  ])('allows them and our own: %s', (address) => {
    const { href } = new URL(address);
    expect(validate(address, ALLOWED)).toEqual([href, href]);
  });

  it.each([
    ['another', 'https://evil.example/'],
    ['another scheme', 'http://www.example.com/'],
    ['another port', 'https://www.example.com:8443/'],
    ['our host on another port', 'https://forum.example/'],
    ['one with the same suffix', 'https://evilwww.example.com/'],
    ['one with the same prefix', 'https://www.example.com.evil.example/'],
    ['a subdomain', 'https://a.www.example.com/'],
    ['a parent domain', 'https://example.com/'],
    ['one with a trailing dot', 'https://www.example.com./'],
    ['one with look-alike letters', 'https://www.exаmple.com/'],
    ['one with an allowed origin in its path', 'https://evil.example/https://www.example.com'],
  ])('refuses %s', (_title, address) => {
    expect(validate(address, ALLOWED)).toEqual(REFUSED);
    const { href } = new URL(address);
    expect(validate(address)).toEqual([href, href]);
  });
});

describe('both return addresses', () => {
  it('may be missing or empty', () => {
    const forum = { allowed_origins: ALLOWED, language: 'en' };
    const none = { success: undefined, error: undefined };
    expect(validateReturnAddresses(new Map(), forum, PUBLIC_URL)).toEqual(none);
    const empty = new Map([
      ['success_url', ''],
      ['error_url', ''],
    ]);
    expect(validateReturnAddresses(empty, forum, PUBLIC_URL)).toEqual(none);
  });
});

describe('messages', () => {
  it.each([
    ['https://a.example/', 'https://a.example/?title=A%20%26%20b%3D%25%2B%22%3Cc%3E'],
    ['https://a.example/?a=b%20c&d', 'https://a.example/?a=b%20c&d&title=A%20%26%20b%3D%25%2B%22%3Cc%3E'],
    ['https://a.example/?#e', 'https://a.example/?title=A%20%26%20b%3D%25%2B%22%3Cc%3E#e'],
  ])('S11 are encoded after existing parameters: %s', (address, expected) => {
    expect(withMessages(address, [['title', 'A & b=%+"<c>']])).toBe(expected);
  });

  it('are separate parameters', () => {
    const address = withMessages('https://a.example/', [
      ['title', 'One.'],
      ['title', 'Two.'],
      ['text', 'Ü'],
    ]);
    expect([...new URL(address).searchParams]).toEqual([
      ['title', 'One.'],
      ['title', 'Two.'],
      ['text', 'Ü'],
    ]);
    expect(address).toMatch(/^[\x21-\x7e]+$/);
  });
});
