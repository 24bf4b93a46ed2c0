import { createHash } from 'node:crypto';
import type { AppError } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READS, writeExample } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { validateReturnAddresses, withMessages } from './return-addresses.ts';

describe('the script of a form', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeExample(service);
  });

  afterAll(() => service.stop());

  const framing = (headers: Record<string, string>) => [
    headers['x-frame-options'],
    /frame-ancestors[^;]*/.exec(String(headers['content-security-policy']))?.[0],
  ];
  const ANY_FRAMING = [undefined, undefined];
  const NO_FRAMING = ['DENY', "frame-ancestors 'none'"];

  describe('GET /api/:slug/js-endpoint/', () => {
    it.each([
      '/api/help/js-endpoint/',
      '/api/help/js-endpoint',
      '/api/help/js-endpoint/?title=Please%20fill',
      '/api/help/js-endpoint/?key=bad&callback=alert(1)&limit=x',
      '/api/unknown/js-endpoint/',
    ])('is the same page for everyone, and may be framed by any site: %s', async (path) => {
      const { headers, text } = await service.get(path).expect(200);
      expect(text).toBe((await service.get('/api/help/js-endpoint/')).text);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(framing(headers)).toEqual(ANY_FRAMING);
    });

    it('S11 runs only its own script, and contains nothing that was sent', async () => {
      const { headers, text } = await service.get('/api/help/js-endpoint/?<script>alert(1)</script>');
      const [, script = ''] = /<script>(.*)<\/script>/.exec(text) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      expect(headers['content-security-policy']).toBe(`default-src 'none'; script-src 'sha256-${hash}'`);
      expect(text).not.toContain('alert');
    });

    it('works without the database, so that error messages still arrive', async () => {
      service.takeStatements();
      await service.get('/api/help/js-endpoint/').expect(200);
      expect(service.takeStatements()).toEqual([]);
    });

    it.each([
      ['/api/search/js-endpoint/', 404],
      ['/api/HELP/js-endpoint/', 404],
      ['/api/help/js-endpoint.json', 404],
      ['/api/help/js-endpoint/a', 404],
      ['/api/help/JS-Endpoint/', 404],
      ['/api/help/q.json', 200],
    ])('is not a topic, and hides none: %s', async (path, status) => {
      expect((await service.get(path)).status).toBe(status);
    });

    it('is read-only', async () => {
      const { status, headers } = await service.request.post('/api/help/js-endpoint/').send({});
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });
  });

  describe('frames', () => {
    it.each([
      '/',
      '/forum/help',
      '/forum/help/nothing',
      '/forum/unknown',
      '/docs',
      '/openapi.json',
      '/api/help.json?callback=show',
      '/api/help.xml',
      '/api/avatar/help/1/AB.svg',
      '/api/help.json?limit=x',
      '/api/help.json?key=bad',
      '/api/help/js-endpoint.json',
      '/api/search/js-endpoint/',
      '/nothing',
      `/api/${'a'.repeat(16_000)}`,
      ...READS.map(({ path }) => path),
    ])('of other sites do not show %.80s', async (path) => {
      expect(framing((await service.get(path)).headers)).toEqual(NO_FRAMING);
    });

    it.each([
      ['application/json', '{}'],
      ['application/json', '{"name":"A"}'],
      ['text/plain', 'a'],
      ['application/x-www-form-urlencoded-v2', 'a=b'],
    ])('of other sites do not show responses to anything but forms: %s', async (type, body) => {
      for (const path of ['/api/help', '/api/help?key=bad', '/api/unknown', '/api/vote/help/1']) {
        const { headers } = await service.request.post(path).set('Content-Type', type).send(body);
        expect(framing(headers)).toEqual(NO_FRAMING);
      }
    });

    it.each([
      ['/api/help', 'name=A'],
      ['/api/help', 'success_url=https://a.example/&error_url=https://a.example/'],
      ['/api/help', 'success_url=//evil.example/'],
      ['/api/help', 'a=%E5'],
      ['/api/help?key=bad', 'name=A'],
      ['/api/unknown', 'name=A'],
      ['/api/vote/help/999', 'name=A&useremail=a@example.com'],
    ])('of any site show responses to forms: %s with %s', async (path, body) => {
      const { headers } = await service.request.post(path).type('form').send(body);
      expect(framing(headers)).toEqual(ANY_FRAMING);
    });
  });
});

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
