import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Method } from '@guidepost/openapi';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { MEDIA_TYPE } from '../http/json-api/headers.ts';
import { MOUNTS } from '../http/json-api/mount.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { OPERATOR } from '../testing/content.ts';
import { EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { fillPath, listOperations } from '../testing/operations.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';

// Each rule of docs/rules.md that concerns the knowledge base is named in a test of this service, its packages or
// infra, usually beside the code. This file tests rules of the whole service; large ones have files beside it. Not
// applicable, or tested elsewhere:
// - S1, S21: answers are JSON; there is no JSONP and no XML.
// - S4: packages/search creates marks; pages/search/search-page.test.ts checks them.
// - S5: http/writing/writing.test.ts uploads images. S20 covers the bodies of votes.
// - S10: only former slugs and votes on pages redirect (pages/guide/vote-form.test.ts).
// - S24: readers store no text but comments with votes, which the desk shows as text (desk/desk.test.ts, S35).
// - S25: `infra/rigs` test missing search engines, files/stored-images.s3.test.ts a missing object store.
// - S27: readers have no accounts and give no e-mail addresses.

const SOURCES = fileURLToPath(new URL('../../../../', import.meta.url));
const ROOT = `/knowledge/v1/${EXAMPLE.host}`;
const ROOTS = MOUNTS.map(({ path }) => `${path}/${EXAMPLE.host}`);
const OPERATIONS = listOperations();

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE, OTHER, KEYED], { LOG_LEVEL: 'debug', RATE_LIMITS: 'off' });
  await renameGuide(service.database, OPERATOR, {
    host: EXAMPLE.host,
    slug: 'refunds',
    newSlug: 'money-back',
  });
  await service.indexed();
});

afterAll(() => service.stop());

function send(method: Method, path: string): supertest.Test {
  return service.request[method](path).set('Accept', MEDIA_TYPE);
}

const votes = () => service.database.one('select count(*) from guide_votes');

const CASES = [...Array.from({ length: 37 }, (_, index) => index + 1), 40, 41, 42, 46, 51, 52, 53, 54, 55];

it('each case is named in a test', async () => {
  const named = new Set<number>();
  for await (const file of glob('{packages,services/kb-service,infra}/**/*.test.ts', {
    cwd: SOURCES,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(join(SOURCES, file), 'utf8');
    for (const [, number] of text.matchAll(/['`(]S(\d+)[ :)]/g)) named.add(Number(number));
  }
  expect(CASES.filter((number) => !named.has(number))).toEqual([]);
});

describe('S1 JSONP is not supported', () => {
  it.each(['callback', 'jsonp', 'cb'])('the parameter %s is refused', async (name) => {
    for (const value of ['a', 'alert(1)//', '</script>', 'a'.repeat(5_000)]) {
      const answer = await service.get(`${ROOT}/guides?${name}=${encodeURIComponent(value)}`);
      expect([answer.status, answer.type]).toEqual([400, MEDIA_TYPE]);
    }
  });

  it('no response is a script, and sniffing is disabled', async () => {
    for (const { method, template } of OPERATIONS) {
      const { headers } = await send(method, fillPath(template));
      expect(headers['content-type']).not.toMatch(/script/);
      expect(headers['x-content-type-options'] ?? template).toMatch(/^nosniff$|z$/);
    }
  });
});

describe('S5 multipart is refused', () => {
  const PARTS = Array.from({ length: 10_000 }, (_, index) => `--b\r\nname="${index}"\r\n\r\n`).join('');

  it.each([
    ['small', '--b--'],
    ['of 10,000 parts', PARTS],
    ['with the wrong last boundary', '--b\r\n\r\n--c--'],
    ['empty', '\r\n'],
  ])('a vote with a form, %s, is a 415 and counts nothing', async (_, body) => {
    const before = await votes();
    for (const root of ROOTS) {
      const answer = await send('post', `${root}/guides/install/upvote`)
        .type('multipart/form-data; boundary=b')
        .send(body);
      expect(answer.status).toBe(415);
    }
    expect(await votes()).toEqual(before);
  });

  it.each(['/guides', '/guides/31', '/files/a.png'])('no path accepts uploads: %s', async (path) => {
    const answer = await send('post', path.startsWith('/files') ? path : ROOT + path).attach(
      'a',
      Buffer.alloc(9),
      'a.png',
    );
    expect(answer.status).toBe(405);
  });
});

describe('S10 open redirects: the only redirect leads to a guide of the same knowledge base', () => {
  it.each([
    'x_y=//evil.example',
    'X=%0d%0aLocation:%20https://evil.example',
    'R_=https://evil.example',
    'include=tags&_=\\\\evil.example',
  ])('with %s', async (query) => {
    for (const root of ROOTS) {
      const answer = await send('get', `${root}/guides/slug/refunds?${query}`).set({
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
      });
      expect([answer.status, answer.headers.location]).toEqual([
        301,
        `${root}/guides/slug/money-back?${query}`,
      ]);
    }
  });

  it.each(['//evil.example/%2e%2e', '/\\evil.example', '/https:evil.example', '/.evil.example/'])(
    'never to another host: %s',
    async (path) => {
      const answer = await send('get', path);
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    },
  );

  it('not for a parameter', async () => {
    for (const name of ['next', 'url', 'redirect', 'return_to']) {
      const answer = await service.get(`${ROOT}/guides/31?${name}=//evil.example`);
      expect(answer.headers.location).toBeUndefined();
    }
  });
});

describe('S11 XSS in error pages: errors are JSON documents', () => {
  it.each([
    `${ROOT}/guides/slug/<script>alert(1)</script>`,
    `${ROOT}/guides?<script>=1`,
    `${ROOT}/guides?include=<img src=x onerror=alert(1)>`,
    `${ROOT}/guides?sort=a%0d%0aSet-Cookie:a=b`,
    '/knowledge/v1/<script>/guides',
    '/<script>alert(1)</script>',
    '/docs/<script>alert(1)</script>',
    '/files/<svg onload=alert(1)>.png',
  ])('%s', async (path) => {
    const { status, headers } = await send('get', path.replaceAll(' ', '%20'));
    expect([200, 400, 404]).toContain(status);
    expect(headers).toMatchObject({
      'content-type': MEDIA_TYPE,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('S12 cross-site posts', () => {
  it('no cookie is set or read', async () => {
    const { key } = await issueAccessKey(service.database, OPERATOR, { host: KEYED.host, name: 'cookie' });
    for (const { method, template } of OPERATIONS) {
      const path = fillPath(template, { host: KEYED.host });
      const plain = await send(method, path);
      const answer = await send(method, path).set('Cookie', `key=${key}; session=${key}`);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([plain.status, undefined]);
    }
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=a'])(
    'form bodies are a 415, even with a key: %s',
    async (type) => {
      const before = await votes();
      const answer = await send('post', `${ROOT}/guides/install/upvote`).type(type).send('key=a');
      expect(answer.status).toBe(415);
      expect(await votes()).toEqual(before);
    },
  );
});

describe('S14 Host spoofing', () => {
  const SPOOFED = {
    Host: 'evil.example:81',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'ftp',
    'X-Forwarded-Prefix': '/evil',
    'X-Original-URL': '/evil',
    'X-Rewrite-URL': '/evil',
    Forwarded: 'host=evil.example;proto=ftp',
  };

  it.each(OPERATIONS)(
    'does not change responses or entity tags: $method $template',
    async ({ method, template }) => {
      const path = fillPath(template);
      // Repeating a vote changes nothing.
      if (method === 'post') await send(method, path);
      const usual = await send(method, path);
      const spoofed = await send(method, path).set(SPOOFED);
      expect([spoofed.status, spoofed.text, spoofed.headers.etag]).toEqual([
        usual.status,
        usual.text,
        usual.headers.etag,
      ]);
      expect(JSON.stringify(spoofed.headers)).not.toContain('evil');
    },
  );
});

describe('S55 a Host header that names no host', () => {
  it.each([
    'a b',
    'a/b',
    'help.example.com/',
    'a@b',
    'a?b',
    'a#b',
    'a\\b',
    '<a>',
    "a'b",
    'a"b',
    'a,b',
    'a:b',
    'a:80:81',
    '::1',
    '[::1',
    '[x]',
    '\u00e5.example',
  ])('is a 400: %s', async (host) => {
    const paths = ['/', `${ROOT}/guides`, '/desk', '/healthz'];
    const answers = await Promise.all(paths.map((path) => send('get', path).set('Host', host)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  it.each(['', 'localhost', 'my_host.example:8080', '[::1]:80', '[fe80::1%25eth0]', 'xn--5ca.example.'])(
    'is none of these: "%s"',
    async (host) => {
      expect((await send('get', `${ROOT}/guides`).set('Host', host)).status).toBe(200);
    },
  );
});

describe('S15 keys in logs', () => {
  it('no log line, metric or header contains a key', async () => {
    const { key } = await issueAccessKey(service.database, OPERATOR, { host: KEYED.host, name: 'canary' });
    const headers: string[] = [];
    for (const { method, template } of OPERATIONS) {
      for (const host of [KEYED.host, EXAMPLE.host]) {
        const path = fillPath(template, { host });
        for (const target of [
          path,
          `${path}?access_token=${key}&X=${key}`,
          `${path}/${key}`,
          `${path}?key=${key}`,
        ]) {
          const answer = await send(method, target).set({
            Authorization: `Bearer ${key}`,
            'User-Agent': key,
          });
          headers.push(JSON.stringify(answer.headers));
        }
      }
    }
    await send('get', `/knowledge/v1/${key}/guides/${key}`);
    await send('get', fillPath('/knowledge/v1/{host}/guides/slug/{slug}', { slug: key }));
    const told = [...service.logLines, await service.metrics(), ...headers];
    expect(told.some((line) => line.includes('"level":20'))).toBe(true);
    expect(told.filter((line) => line.includes(key.slice(4, 20)))).toEqual([]);
  }, 60_000);
});

describe('S19 prototype pollution and floods', () => {
  it.each([
    ['with unknown names', 'a=1', 400],
    ['that are ignored', 'A=1', 200],
    ['of one family', 'fields[__proto__]=a', 200],
    ['of nothing', '', 200],
  ])('50,000 parameters %s are refused; as many as fit are harmless', async (_, parameter, status) => {
    const flood = `${parameter}&`.repeat(50_000);
    // A target of over 16,000 bytes is a 414; socket-errors.test.ts covers what Node.js itself refuses.
    const queries = [flood.slice(0, 15_000), flood.slice(0, 15_990)];
    const statuses = [];
    for (const query of queries) statuses.push((await service.get(`${ROOT}/guides?${query}`)).status);
    expect(statuses).toEqual([status, 414]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('S20 content-type tricks', () => {
  it.each([
    'application/vnd.api+json ;',
    'APPLICATION/VND.API+JSON',
    'application/vnd.api+json\t',
    'application/vnd.api+json;',
  ])('a body of type "%s" is read or refused with a 415', async (type) => {
    for (const root of ROOTS) {
      const answer = await send('post', `${root}/guides/install/upvote`)
        .set('Content-Type', type)
        .send('{"broken');
      expect([400, 415]).toContain(answer.status);
    }
  });
});

describe('S21 XML is not supported', () => {
  it('not by a path that ends in .xml, nor by Accept', async () => {
    expect((await service.get(`${ROOT}/guides.xml`)).status).toBe(404);
    expect((await service.get(`${ROOT}/guides/31.xml`)).status).toBe(404);
    for (const root of ROOTS) {
      expect((await service.request.get(`${root}/guides`).set('Accept', 'application/xml')).status).toBe(406);
    }
  });
});

describe('S23 votes for guides that are not accessible', () => {
  it.each([
    ['of another knowledge base', '53'],
    ['that is not published', '35'],
    ['that is not published, by its slug', EXAMPLE.guides?.at(-1)?.slug ?? ''],
    ['that is unknown', '999'],
  ])('a vote for a guide %s is a 404 and counts nothing', async (_, guide) => {
    const before = await votes();
    for (const root of ROOTS) {
      for (const vote of ['upvote', 'downvote']) {
        expect((await send('post', `${root}/guides/${guide}/${vote}`)).status).toBe(404);
      }
    }
    expect(await votes()).toEqual(before);
  });
});

describe('S26 mass assignment', () => {
  it('a vote changes nothing else of a guide', async () => {
    await service.database.none('delete from guide_votes where guide_id = 31');
    await service.database.none('delete from guide_vote_counts where guide_id = 31');
    const before = await service.database.one('select * from guides where id = 31');
    const attributes = { title: 'x', slug: 'x', published: false, upvotes: 99, vote: 'down', revision: 99 };
    const answer = await send('post', `${ROOT}/guides/install/upvote`)
      .type(MEDIA_TYPE)
      .send(
        JSON.stringify({ data: { type: 'guide', id: '31', attributes }, meta: attributes, ...attributes }),
      );
    expect(answer.body.meta).toMatchObject({ upvotes: 1, vote: 'up' });
    expect(await service.database.one('select * from guides where id = 31')).toEqual(before);
  });
});

describe('S28 inputs that cause a 500', () => {
  const NO_TEXT = ['%00', 'a%00b', '%ED%A0%80', '%E5', '%', '%zz', '%C0%AF', '%F5%80%80%80'];
  const TEXT = [
    '9007199254740991',
    '9007199254740993',
    '99999999999999999999',
    '-1',
    '0',
    '1e3',
    '0x1F',
    '%F0%9F%98%80',
    '%EF%BF%BF',
    '%27;--',
    '..%2F..%2F',
    'constructor',
    'a'.repeat(10_000),
  ];

  async function statusesOf(method: Method, paths: string[]): Promise<[string, number][]> {
    const answers = paths.map(
      async (path): Promise<[string, number]> => [path, (await send(method, path)).status],
    );
    return Promise.all(answers);
  }

  const API = OPERATIONS.filter(({ template }) => template.includes('{'));

  it.each(API)('every part of the path: $method $template', async ({ method, template, isWrite }) => {
    const names = template.match(/\{\w+\}/g) ?? [];
    const paths = names.flatMap((name) =>
      [...NO_TEXT, ...TEXT].map((value) => fillPath(template.replace(name, value))),
    );
    const served = (await statusesOf(method, paths)).filter(([, status]) => status !== 404);
    // Changes need a key; the fuzzer has one.
    expect(served.filter(([, status]) => !(isWrite && status === 401))).toEqual([]);
  });

  it.each(API)('every parameter: $method $template', async ({ method, template, parameters, isWrite }) => {
    const path = fillPath(template);
    const queries = (values: string[]) =>
      [...parameters, 'X', 'fields[a]'].flatMap((name) => values.map((value) => `${path}?${name}=${value}`));
    const refused = await statusesOf(method, queries(NO_TEXT));
    // Files have no parameters that could be invalid.
    const right = isWrite ? 401 : template.startsWith('/files') ? 404 : 400;
    expect(refused.filter(([, status]) => status !== right)).toEqual([]);
    const read = await statusesOf(method, queries(TEXT));
    expect(read.filter(([, status]) => ![200, 400, 404, right].includes(status))).toEqual([]);
  });

  it('page numbers up to the maximum', async () => {
    const lists = API.filter(({ parameters, isWrite }) => parameters.includes('page[number]') && !isWrite);
    const paths = lists.flatMap(({ template }) =>
      ['9007199254740991&page[size]=1', '9007199254740&page[size]=1000', '2147484&page[size]=1000'].flatMap(
        (page) => [
          `${fillPath(template)}?page[number]=${page}`,
          `${fillPath(template)}?sort=-id&page[number]=${page}`,
        ],
      ),
    );
    const searches = ROOTS.map(
      (root) => `${root}/guides?q=install&page[number]=9007199254740991&page[size]=1`,
    );
    const wrong = (await statusesOf('get', [...paths, ...searches])).filter(([, status]) => status !== 200);
    expect(wrong).toEqual([]);
  });

  it.each([
    'Accept',
    'Accept-Encoding',
    'Authorization',
    'Content-Type',
    'If-None-Match',
    'User-Agent',
    'X-Forwarded-For',
  ])('the header %s', async (name) => {
    const latin1 = Buffer.from('å\u00ff"', 'latin1').toString('latin1');
    for (const value of [latin1, '"', ',', ';', '\t', '%00', `"${'a'.repeat(10_000)}`, '__proto__']) {
      for (const { method, template } of API.slice(0, 1).concat(
        API.filter((one) => one.method === 'post').slice(0, 1),
      )) {
        const answer = await send(method, fillPath(template)).set(name, value);
        expect([name, value, answer.status < 500]).toEqual([name, value, true]);
      }
    }
  });
});
