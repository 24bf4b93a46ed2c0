import { createAccessKey } from '@guidepost/keys';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { writeComments, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { FOR_EDITORS, NEVER_PUBLIC, READS, writeExample } from '../testing/example.ts';
import { readXml } from '../testing/fuzzing/fuzzed-api.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('reading', () => {
  let service: TestService;
  let key: string;
  let otherKey: string;
  let revokedKey: string;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    const example = await writeExample(service);
    key = example.key;
    revokedKey = await writeKey(database, example.forumId, { name: 'revoked' });
    await database.none(`update access_keys set revoked_at = now() where name = 'revoked'`);
    otherKey = await writeKey(database, await writeForum(database, { slug: 'other' }));
  });

  afterAll(() => service.stop());

  const keyed = (path: string): Test => service.get(path).set('Authorization', `Bearer ${key}`);
  const inXml = (path: string) => path.replace(/\.json$/, '.xml');

  const wrongKeys = () => ({
    unknown: createAccessKey(),
    cutShort: key.slice(0, -1),
    anotherAccounts: otherKey,
    revoked: revokedKey,
    empty: '',
    twice: key + key,
  });

  const paths = READS.map(({ path }) => path);
  const open = READS.filter((read) => !read.keyed).map(({ path }) => path);
  const closed = READS.filter((read) => read.keyed).map(({ path }) => path);
  const lists = READS.filter((read) => read.list).map(({ path }) => path);

  describe.each(paths)('GET %s', (path) => {
    it('is JSON for .json', async () => {
      const answer = await keyed(path).expect(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.text)).toEqual(answer.body);
    });

    it('has the same fields as XML for .xml, according to two parsers (S21)', async () => {
      const answer = await keyed(inXml(path)).expect(200);
      expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
      const { body } = await keyed(path);
      expect(readXml(answer.text)).toEqual({ response: asXml(body) });
    });

    it('is JSONP with a callback', async () => {
      const answer = await keyed(`${path}?callback=jQuery1.fn[0]`).expect(200);
      const json = (await keyed(path)).text;
      expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
      const escaped = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
      expect(answer.text).toBe(`/**/jQuery1.fn[0](${escaped});`);
    });

    it('is a 404 with another ending, or none', async () => {
      for (const ending of ['', '.html', '.JSON', '.json.', '.jsonp', 'json'])
        await keyed(path.replace(/\.json$/, ending))
          .expect('Content-Type', 'text/plain; charset=utf-8')
          .expect(404, 'Not Found');
    });

    it('is a 304 with a current entity tag, in each format', async () => {
      for (const address of [path, inXml(path), `${path}?callback=show`]) {
        const { etag } = (await keyed(address)).headers;
        expect(etag).toMatch(/^W\/"/);
        const again = await keyed(address).set('If-None-Match', String(etag)).expect(304);
        expect(again.headers.etag).toBe(etag);
        expect(again.text).toBe('');
      }
    });

    it('allows scripts of any site, and nothing else', async () => {
      const { headers } = await keyed(path);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'X-TotalResults, Location, ETag, Retry-After, X-Limit, X-Partial',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers).not.toHaveProperty('set-cookie');
    });

    it('is not for search engines, archived or not (noindex)', async () => {
      expect((await keyed(path)).headers['x-robots-tag']).toBe('noindex');
    });

    it('is private with a key, and a script is not stored (S1)', async () => {
      expect((await keyed(path)).headers['cache-control']).toBe('private, no-cache');
      expect((await keyed(`${path}?callback=show`)).headers['cache-control']).toBe('no-store');
      expect((await keyed(path)).headers.vary).toBe('Accept-Encoding, Authorization');
    });

    it('is the same with the key in the address', async () => {
      const answer = await service.get(`${path}?key=${key}`).expect(200);
      expect(answer.text).toBe((await keyed(path)).text);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
    });

    it('answers HEAD without a body', async () => {
      const answer = await service.request.head(path).set('Authorization', `Bearer ${key}`).expect(200);
      const { headers } = await keyed(path);
      expect(answer.text).toBeUndefined();
      for (const name of ['etag', 'content-type', 'content-length', 'x-totalresults'])
        expect(answer.headers[name]).toBe(headers[name]);
    });

    it('tells browsers its methods, without a key', async () => {
      const { headers } = await service.request.options(path).expect(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Content-Type, If-None-Match, Authorization',
      });
      expect(headers['access-control-allow-methods']).toMatch(/^GET, HEAD,/);
    });

    it('accepts no other method, and changes of records with a key only', async () => {
      const isRecord =
        /^.api.(dialog|comment.help.1.11)\b/.test(path) && !path.includes('comment/help/1.json');
      const refused = isRecord ? '401 Authorization Required' : '405 Method Not Allowed';
      for (const [method, expected] of [
        ['put', '405 Method Not Allowed'],
        ['delete', refused],
        ['patch', refused],
      ] as const) {
        const { status, text, headers } = await service.request[method](path);
        expect([`${status} ${text}`, headers['content-type']]).toEqual([
          expected,
          'text/plain; charset=utf-8',
        ]);
      }
      const { headers } = await service.request.put(path);
      expect(headers.allow).toMatch(/^GET, HEAD,/);
    });

    it('refuses keys of other accounts, in the address and in the header (S16)', async () => {
      for (const wrong of Object.values(wrongKeys())) {
        const answers = [
          await service.get(`${path}?key=${wrong}`),
          await service.get(path).set('Authorization', `Bearer ${wrong}`),
          await keyed(`${path}?key=${wrong}`),
        ];
        for (const { status, text, headers } of answers) {
          expect([status, text]).toEqual([401, 'Authorization Required']);
          expect(headers).toMatchObject({
            'content-type': 'text/plain; charset=utf-8',
            'www-authenticate': 'Bearer',
            'cache-control': 'private, no-cache',
          });
        }
      }
    });

    it('refuses a callback that is not a function name (S1)', async () => {
      for (const name of ['alert(1)//', 'a;b', '</script>', 'a'.repeat(5_000), 'delete', '']) {
        const answer = await keyed(`${path}?callback=${encodeURIComponent(name)}`).expect(400);
        expect(answer.headers['content-type']).toBe('application/json');
        expect(answer.body).toEqual({ callback: ['callback must be a function name.'] });
      }
    });

    it('refuses two callbacks, and an encoded parameter name (S1)', async () => {
      const twice = await keyed(`${path}?callback=a&callback=a`).expect(400);
      expect(twice.body).toEqual({ callback: ['callback must not be repeated.'] });
      await keyed(`${path}?%63allback=alert(1)`).expect(400);
    });

    it('refuses a callback with XML', async () => {
      const answer = await keyed(`${inXml(path)}?callback=show`).expect(400);
      expect(answer.body).toEqual({ callback: ['callback works with .json only.'] });
    });

    it('refuses parameters that are not text, and finds no such forum (S28)', async () => {
      for (const query of ['x=%00', 'x=%ED%A0%80', 'x=%', '%FF=1', 'key=%00']) {
        const answer = await keyed(`${path}?${query}`).expect(400);
        expect(answer.headers['content-type']).toBe('application/json');
      }
      for (const slug of ['nothing', 'help%00', '%ED%A0%80', '%', 'HELP'])
        await keyed(path.replace('help', slug)).expect(404, 'Not Found');
    });

    it('ignores unknown parameters', async () => {
      expect((await keyed(`${path}?_=1&nothing=2`)).text).toBe((await keyed(path)).text);
    });

    it('is the same whatever Host says (S14)', async () => {
      const answer = await keyed(path).set('Host', 'evil.example').set('X-Forwarded-Host', 'evil.example');
      expect(answer.text).toBe((await keyed(path)).text);
    });
  });

  function asXml(value: unknown): unknown {
    if (Array.isArray(value)) return value.length === 0 ? '' : { resource: value.map(asXml) };
    if (value === null) return '';
    if (typeof value !== 'object') return allowed(String(value));
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asXml(item)]));
  }

  /** Without the characters that XML forbids. */
  function allowed(text: string): string {
    return ['\u0001', '\u001f', '\ufffe', '\uffff'].reduce((rest, one) => rest.replaceAll(one, ''), text);
  }

  describe('without a key', () => {
    it.each(open)('GET %s is public and revalidated each time', async (path) => {
      const { headers } = await service.get(path).expect(200);
      expect(headers['cache-control']).toBe('public, no-cache');
      expect((await service.get(`${path}?callback=show`)).headers['cache-control']).toBe('public, no-cache');
    });

    it.each(open)('GET %s contains nothing for editors (S3)', async (path) => {
      for (const address of [path, inXml(path), `${path}?sort=id`, `${path}?include=all`, `${path}?start=1`])
        expect((await service.get(address)).text).not.toContain(FOR_EDITORS);
    });

    it.each(closed)('GET %s requires a key', async (path) => {
      for (const address of [path, inXml(path), `${path}?callback=show`]) {
        const answer = await service.get(address).expect(401, 'Authorization Required');
        expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      }
    });

    it('ignores other authorization schemes', async () => {
      await service.get('/api/help.json').set('Authorization', 'Basic YTpi').expect(200);
    });
  });

  it.each(paths)('GET %s contains no e-mail addresses, metadata or held posts (S27)', async (path) => {
    const { text } = await keyed(`${path}?include=all`).expect(200);
    expect(text).not.toContain(NEVER_PUBLIC);
  });

  describe('X-TotalResults', () => {
    it.each(lists)('is on GET %s, and the same in every format', async (path) => {
      const total = (await keyed(path)).headers['x-totalresults'];
      expect(Number(total)).toBeGreaterThan(0);
      for (const address of [inXml(path), `${path}?callback=show`, `${path}?start=100`])
        expect((await keyed(address)).headers['x-totalresults']).toBe(total);
    });

    it('is on lists only', async () => {
      for (const { path } of READS.filter(({ list }) => !list))
        expect((await keyed(path)).headers).not.toHaveProperty('x-totalresults');
    });
  });

  describe('each record', () => {
    it.each(paths)('of GET %s has a uri that works and contains no key', async (path) => {
      const { body, text } = await keyed(`${path}?include=all`);
      for (const { uri } of [body].flat()) await keyed(new URL(uri).pathname).expect(200);
      expect(text).not.toContain(key);
    });

    it.each(['/api/help.json', '/api/comment/help/1.json'])(
      'of GET %s is what its uri returns',
      async (path) => {
        for (const record of (await keyed(`${path}?include=all`)).body)
          expect((await keyed(new URL(record.uri).pathname)).body).toMatchObject(record);
      },
    );
  });
});

describe('the address of a form', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  const PAGES = 'https://forum.example/forum/help';

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const forumId = await writeForum(service.database, { slug: 'help' });
    await writeDialogs(service.database, forumId, [{ id: 1 }]);
    await writeComments(service.database, forumId, [
      { id: 11, dialog_id: 1 },
      { id: 12, dialog_id: 1, held: true },
    ]);
  });

  afterAll(() => service.stop());

  it.each([
    ['/api/help', `${PAGES}/ask`],
    ['/api/help/', `${PAGES}/ask`],
    ['/api/comment/help/1', `${PAGES}/1`],
    ['/api/vote/help/1', `${PAGES}/1`],
    ['/api/vote/help/1?key=gpk_a', `${PAGES}/1`],
    ['/api/report-dialog/help/1', `${PAGES}/1`],
    ['/api/report-comment/help/11', `${PAGES}/1/comments/11`],
  ])('redirects people to the page it belongs to: %s', async (path, page) => {
    const { status, headers } = await service.get(path).set('Accept', BROWSER);
    expect([status, headers.location, headers['cache-control']]).toEqual([303, page, 'no-store']);
  });

  it.each([
    ['/api/help', 404, undefined],
    ['/api/comment/help/1', 404, undefined],
    ['/api/vote/help/1', 405, 'POST, OPTIONS'],
    ['/api/report-comment/help/11', 405, 'POST, OPTIONS'],
  ])('answers programs as the API does: %s', async (path, status, allow) => {
    for (const accept of [undefined, '*/*', 'application/json, text/plain, */*']) {
      const answer = await service.get(path).set(accept === undefined ? {} : { Accept: accept });
      expect([answer.status, answer.type, answer.headers.allow]).toEqual([status, 'text/plain', allow]);
    }
  });

  it.each([
    ['a posted form', () => service.request.post('/api/vote/help/1').type('form'), 400],
    ['a list', () => service.get('/api/help.json'), 200],
    ['a read that starts with the same word', () => service.get('/api/comment/help/1/11.json'), 200],
    ['a reserved word', () => service.get('/api/popular'), 404],
    ['an unknown forum', () => service.get('/api/vote/unknown/1'), 405],
    ['an invalid id', () => service.get('/api/vote/help/x'), 405],
    ['S3 a held comment', () => service.get('/api/report-comment/help/12'), 405],
  ])('does not redirect from %s', async (_, send, status) => {
    expect((await send().set('Accept', BROWSER)).status).toBe(status);
  });
});

describe('logs', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each([
    ['the path', '/api/unknown/q.json', '/api/unknown/q.json'],
    ['no search query', '/api/search/unknown/my-secret.json', '/api/search/unknown/…'],
    ['no search query with slashes', '/api/search/unknown/my/secret.json', '/api/search/unknown/…'],
    ['no query string', '/api/unknown.json?secret', '/api/unknown.json'],
    ['no key', `/api/tag/unknown/gpk_${'a'.repeat(43)}.json`, '/api/tag/unknown/gpk_….json'],
  ])('a log line contains %s', async (_title, path, logged) => {
    await service.get(path);
    const isLogged = (line: string) => JSON.parse(line).path === logged;
    // It is written once the connection has taken the response.
    await until('the request is logged', () =>
      service.logLines.some((line) => line.includes('"msg":"request"')),
    );
    expect(service.logLines.filter(isLogged)).toHaveLength(1);
    service.logLines.length = 0;
  });
});
