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
const FRAMED_BY_ANYBODY = [undefined, undefined];
const FRAMED_BY_NOBODY = ['DENY', "frame-ancestors 'none'"];

describe('GET /api/:slug/js-endpoint/', () => {
  it.each([
    '/api/help/js-endpoint/',
    '/api/help/js-endpoint',
    '/api/help/js-endpoint/?title=Please%20fill',
    '/api/help/js-endpoint/?key=bad&callback=alert(1)&limit=x',
    '/api/nobodys/js-endpoint/',
  ])('is the same page for everybody, which any site may show in a frame: %s', async (path) => {
    const { headers, text } = await service.get(path).expect(200);
    expect(text).toBe((await service.get('/api/help/js-endpoint/')).text);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(framing(headers)).toEqual(FRAMED_BY_ANYBODY);
  });

  it('S11 runs its own script alone, and has nothing in it that was sent', async () => {
    const { headers, text } = await service.get('/api/help/js-endpoint/?<script>alert(1)</script>');
    const [, script = ''] = /<script>(.*)<\/script>/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toBe(`default-src 'none'; script-src 'sha256-${hash}'`);
    expect(text).not.toContain('alert');
  });

  it('answers while the database does not, so that messages of an outage arrive', async () => {
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
  ])('is no topic, and hides none: %s', async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });

  it('is read only', async () => {
    const { status, headers } = await service.request.post('/api/help/js-endpoint/').send({});
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('frames', () => {
  it.each([
    '/',
    '/forum/help',
    '/forum/help/nothing',
    '/forum/nobodys',
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
  ])('of other sites show no %.80s', async (path) => {
    expect(framing((await service.get(path)).headers)).toEqual(FRAMED_BY_NOBODY);
  });

  it.each([
    ['application/json', '{}'],
    ['application/json', '{"name":"A"}'],
    ['text/plain', 'a'],
    ['application/x-www-form-urlencoded; charset=latin1', 'a=b'],
  ])('of other sites show no answer to what is no form: %s', async (type, body) => {
    for (const path of ['/api/help', '/api/help?key=bad', '/api/nobodys', '/api/vote/help/1']) {
      const { headers } = await service.request.post(path).set('Content-Type', type).send(body);
      expect(framing(headers)).toEqual(FRAMED_BY_NOBODY);
    }
  });

  it.each([
    ['/api/help', 'name=A'],
    ['/api/help', 'success_url=https://a.example/&error_url=https://a.example/'],
    ['/api/help', 'success_url=//evil.example/'],
    ['/api/help', 'a=%E5'],
    ['/api/help?key=bad', 'name=A'],
    ['/api/nobodys', 'name=A'],
    ['/api/vote/help/999', 'name=A&useremail=a@example.com'],
  ])('of any site show answers to forms: %s with %s', async (path, body) => {
    const { headers } = await service.request.post(path).type('form').send(body);
    expect(framing(headers)).toEqual(FRAMED_BY_ANYBODY);
  });
});
