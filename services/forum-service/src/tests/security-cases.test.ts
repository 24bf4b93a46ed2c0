import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listOperations } from '@guidepost/openapi/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../context.ts';
import { createOpenApiDocument } from '../http/openapi/openapi-document.ts';
import { createRoutes } from '../http/routes.ts';
import { READS, writeExample } from '../testing/example.ts';
import { startFileService } from '../testing/file-service.ts';
import { countEverything, DIALOG, REPORT } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

// Each rule of docs/rules.md that concerns the forum is named in a test of this service, of a package it uses or of
// infra. Large ones have files beside this one. Not applicable or not tested here:
// - S3: `disabled` and key-only knowledge bases; forums have neither.
// - S17: a wrong `Accept` with the right tag; the ending of the path selects the format.
// - S41: imports that publish what was not public; archives of forums hold nothing of the kind.
// - S25: a missing search engine, tested for both services in `infra/rigs`.

const SOURCES = fileURLToPath(new URL('../../../../', import.meta.url));
const OPERATIONS = listOperations(createOpenApiDocument(createRoutes({} as Context)));
const FORM = 'application/x-www-form-urlencoded';

/** Open to everyone, as JSON and as a form; changes by a key are tested in `http/endpoints/write-api.test.ts`. */
const POSTS = OPERATIONS.filter(({ operation }) => operation.requestBody?.content[FORM]).map(({ path }) =>
  path.replace('{slug}', 'help').replace('{id}', '1'),
);

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeExample(service);
});

afterAll(() => service.stop());

const CASES = [...Array.from({ length: 39 }, (_, index) => index + 1), 40, 42, 46, 51, 52, 53, 54, 55];

it('each case is named in a test', async () => {
  const named = new Set<number>();
  for await (const file of glob('{packages,services/forum-service,infra}/**/*.test.ts', {
    cwd: SOURCES,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(join(SOURCES, file), 'utf8');
    for (const [, number] of text.matchAll(/['"`(]S(\d+)[ :),]/g)) named.add(Number(number));
  }
  expect(CASES.filter((number) => !named.has(number))).toEqual([]);
});

describe.each(POSTS)('a post to %s', (path) => {
  it.each([
    ['S20 JSON as plain text', 'text/plain', JSON.stringify(DIALOG)],
    ['S20 another kind of JSON', 'application/json-patch+json', JSON.stringify(DIALOG)],
    ['S20 another character set', 'application/json; charset=utf-16', JSON.stringify(DIALOG)],
    ['S20 two types', 'application/json, text/plain', JSON.stringify(DIALOG)],
  ])('is a 415 with %s, and nothing is stored', async (_title, type, body) => {
    const before = await countEverything(service.database);
    await service.request.post(path).set('Content-Type', type).send(body).expect(415);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('S12 is not a place for a key, which the response does not repeat', async () => {
    const before = await countEverything(service.database);
    const form = { ...DIALOG, ...REPORT, key: 'gpk_secret' };
    const answer = await service.request.post(path).type('form').send(form).expect(400);
    expect(answer.text).toContain('An access key cannot be sent as a field.');
    expect(answer.text).not.toContain('gpk_secret');
    expect(await countEverything(service.database)).toEqual(before);
  });

  it.each([
    'application/json ;',
    'APPLICATION/JSON',
    'application/json\t; charset="UTF-8"',
    'application/json;',
  ])('S20 is treated as JSON for %j', async (type) => {
    const answer = await service.request.post(path).set('Content-Type', type).send('{"name": 1}');
    expect([answer.status, answer.type]).toEqual([400, 'application/json']);
    expect(answer.body.useremail).toBeDefined();
  });
});

describe('S12 cookies', () => {
  it('are neither read nor set', async () => {
    for (const { path } of READS.filter(({ keyed }) => !keyed)) {
      const answer = await service.get(path).set('Cookie', 'key=gpk_a; session=1');
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
      expect(answer.text).toBe((await service.get(path)).text);
    }
  });
});

describe('S25 while the file directory is missing', () => {
  it('everything else works', async () => {
    const files = await startFileService({ FORUM_FILES_STORE: 'disk' });
    const { text } = await files.postFile('A receipt', 'receipt.txt').expect(201);
    await rm(files.directory, { recursive: true });
    const { headers } = await files.post('/api/help', files.newDialog({ text })).expect(201);
    const { body } = await files.get(new URL(String(headers.location)).pathname).expect(200);
    expect(body.text).toContain(text);
    await files.postFile('Another', 'another.txt').expect(503);
    await files.get(new URL(text).pathname).expect(503);
    await mkdir(files.directory);
    await files.stop();
  });
});

describe('S13 X-Forwarded-For', () => {
  it('with two hundred forged senders meets the limit of the real one', async () => {
    const limited = await startTestService();
    await writeExample(limited);
    const statuses = new Map<number, number>();
    for (let post = 0; post < 200; post += 1) {
      const { status } = await limited.request
        .post('/api/help')
        .set('X-Forwarded-For', `203.0.113.${post}, 2001:db8:${post}::1`)
        .send({});
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await limited.stop();
    expect(Object.fromEntries(statuses)).toEqual({ 400: 60, 429: 140 });
  });

  it.each(['junk', ',,,', '127.0.0.1:99999', '[::1', 'unknown', `${'1.2.3.4,'.repeat(2_000)}`])(
    'is harmless if malformed: %.20s',
    async (value) => {
      const answer = await service.request
        .post('/api/help')
        .set('X-Forwarded-For', value)
        .send({ name: 'A' });
      expect([answer.status, answer.body.useremail.length]).toEqual([400, 1]);
    },
  );
});

describe('S55 a Host header that names no host', () => {
  it.each(['a b', 'a/b', 'help.example.com/', 'a@b', '<a>', 'a:b', '[::1'])('is a 400: %s', async (host) => {
    const paths = ['/', '/api/help.json', '/desk', '/healthz'];
    // The second time, a kept answer could be sent.
    for (const path of [...paths, ...paths]) {
      expect((await service.get(path).set('Host', host)).status).toBe(400);
    }
  });
});

describe('a query parameter', () => {
  it.each([
    ['S10 two slashes', '//evil.example/%2e%2e'],
    ['S10 a backslash', '/\\evil.example'],
    ['S10 addresses', '/api/help.json?success_url=//evil.example&error_url=javascript:alert(1)'],
    ['S11 a path', '/api/<script>alert(1)</script>.json'],
    ['S11 a value', '/api/help.json?limit=<img%20src=x%20onerror=alert(1)>'],
    ['S11 a header', '/api/help.json?sort=a%0d%0aSet-Cookie:a=b'],
    ['S11 a query', '/docs?<script>alert(1)</script>'],
  ])('redirects nowhere, and no page repeats it: %s', async (_title, path) => {
    const { status, headers, text } = await service.get(path);
    expect([status < 500, headers.location, headers['set-cookie']]).toEqual([true, undefined, undefined]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect([headers['content-type']?.startsWith('text/html'), text.includes('alert(1)')]).not.toEqual([
      true,
      true,
    ]);
  });
});
