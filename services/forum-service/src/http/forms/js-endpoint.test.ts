import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READS, writeExample } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

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
    ['application/x-www-form-urlencoded; charset=latin1', 'a=b'],
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
