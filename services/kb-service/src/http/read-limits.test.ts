import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('limits', () => {
  const ROOT = '/knowledge/v1/help.example.com';

  describe('read limits', () => {
    let service: TestService;

    const start = async (environment: Record<string, string>) => {
      service = await startTestService([EXAMPLE, DISABLED, KEYED], environment);
    };

    async function useUp(limit: number): Promise<void> {
      for (let count = 0; count < limit; count += 1) expect((await service.get(ROOT)).status).toBe(200);
    }

    afterEach(() => service.stop());

    it('are off unless READ_LIMIT is set', async () => {
      await start({});
      const answer = await service.get(`${ROOT}/guides`);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    });

    it('answer 429 rate_limited with Retry-After beyond the limit', async () => {
      await start({ READ_LIMIT: '3' });
      const first = await service.get(ROOT);
      expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
      await useUp(2);
      const answer = await service.get(`${ROOT}/guides`);
      expect(answer.status).toBe(429);
      expect(answer.headers['content-type']).toBe('application/vnd.api+json');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
      expect(answer.body.errors).toEqual([
        {
          status: '429',
          code: 'rate_limited',
          title: 'Too many requests',
          detail: `Too many requests; try again in ${answer.headers['retry-after']} seconds.`,
        },
      ]);
    });

    it('count HEAD and 304 responses', async () => {
      await start({ READ_LIMIT: '3' });
      const head = await service.request.head(ROOT).set('Accept', 'application/vnd.api+json');
      expect(head.headers['ratelimit-remaining']).toBe('2');
      const unchanged = await service.get(ROOT).set('If-None-Match', String(head.headers.etag));
      expect([unchanged.status, unchanged.headers['ratelimit-remaining']]).toEqual([304, '1']);
    });

    it('count neither health nor preflights', async () => {
      await start({ READ_LIMIT: '1' });
      await useUp(1);
      expect((await service.request.get('/healthz')).status).toBe(200);
      expect((await service.request.options(ROOT)).status).toBe(204);
    });

    describe('in the order of checks', () => {
      it.each([
        ['after an unknown path', `${ROOT}/nothing`, 404],
        ['after an unknown host', '/knowledge/v1/unknown.example.com', 404],
        ['after "disabled"', '/knowledge/v1/disabled.example.com', 403],
        ['after the key', '/knowledge/v1/keyed.example.com', 401],
        ['before parameters', `${ROOT}/guides?page=2`, 429],
        ['before the resource', `${ROOT}/guides/999`, 429],
      ])('apply %s', async (_title, path, status) => {
        await start({ READ_LIMIT: '1' });
        await useUp(1);
        expect((await service.get(path)).status).toBe(status);
      });

      it('apply after Accept', async () => {
        await start({ READ_LIMIT: '1' });
        await useUp(1);
        expect((await service.request.get(ROOT).set('Accept', '*/*')).status).toBe(406);
      });
    });

    it('are off with RATE_LIMITS=off, which is logged', async () => {
      await start({ READ_LIMIT: '1', RATE_LIMITS: 'off' });
      await useUp(5);
      const warnings = service.logLines.filter((line) => line.includes('RATE_LIMITS=off'));
      expect(warnings).toHaveLength(1);
      expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ level: 40 });
    });

    it('S13 count the sender and ignore X-Forwarded-For', async () => {
      await start({ READ_LIMIT: '5' });
      const statuses = new Map<number, number>();
      for (let index = 0; index < 200; index += 1) {
        const { status } = await service.get(ROOT).set('X-Forwarded-For', `198.51.100.${index}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses]).toEqual([
        [200, 5],
        [429, 195],
      ]);
    });
  });

  describe('X-Forwarded-For while no proxy is trusted', () => {
    it.each([
      ['is logged once, without an address', {}, 1],
      ['is not logged with TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loopback' }, 0],
    ])('%s', async (_title, environment, expected) => {
      const service = await startTestService([EXAMPLE], environment);
      for (let index = 0; index < 3; index += 1) await service.get(ROOT).set('X-Forwarded-For', '192.0.2.77');
      const lines = service.logLines.filter((line) => line.includes('set TRUSTED_PROXIES'));
      expect(lines).toHaveLength(expected);
      expect(lines.join()).not.toMatch(/192\.0\.2|127\.0\.0/);
      await service.stop();
    });
  });
});

describe('errors', () => {
  const MEDIA_TYPE = 'application/vnd.api+json';
  const ROOT = '/knowledge/v1/help.example.com';

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
  });

  afterAll(() => service.stop());

  it.each([
    [400, 'invalid_parameter', `${ROOT}/guides?limit=5`, MEDIA_TYPE, { parameter: 'limit' }],
    [400, 'invalid_parameter', `${ROOT}/guides?filter%5Bx%5D=1`, MEDIA_TYPE, { parameter: 'filter[x]' }],
    [401, 'unauthorized', '/knowledge/v1/keyed.example.com', MEDIA_TYPE, { header: 'Authorization' }],
    [403, 'access_disabled', '/knowledge/v1/disabled.example.com', MEDIA_TYPE, undefined],
    [404, 'not_found', `${ROOT}/guides/999`, MEDIA_TYPE, undefined],
    [406, 'not_acceptable', ROOT, '*/*', { header: 'Accept' }],
  ])('%d %s has title, detail and source: %s', async (...row) => {
    const [status, code, path, accept, source] = row;
    const answer = await service.request.get(path).set('Accept', accept);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      jsonapi: { version: '1.0' },
      errors: [
        {
          status: String(status),
          code,
          title: expect.any(String),
          detail: expect.any(String),
          ...(source && { source }),
        },
      ],
    });
  });

  it('405 method_not_allowed has Allow', async () => {
    const answer = await service.request.delete(`${ROOT}/guides/31`).set('Accept', MEDIA_TYPE);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(answer.body.errors[0]).toMatchObject({ status: '405', code: 'method_not_allowed' });
  });

  it('404 not_found of unknown paths accepts any Accept', async () => {
    const answer = await service.request.get('/elsewhere');
    expect(answer.status).toBe(404);
    expect(answer.body.errors[0].code).toBe('not_found');
  });

  it('414 uri_too_long', async () => {
    const answer = await service.get(`${ROOT}/guides?x_y=${'a'.repeat(16_000)}`);
    expect(answer.status).toBe(414);
    expect(answer.body.errors[0]).toMatchObject({ status: '414', code: 'uri_too_long' });
  });

  describe('500 internal', () => {
    it('has an ID for the log, but no stack or SQL', async () => {
      await service.database.none('alter table tags rename to tags_elsewhere');
      const answer = await service.get(`${ROOT}/tags`);
      await service.database.none('alter table tags_elsewhere rename to tags');
      expect(answer.status).toBe(500);
      const [error] = answer.body.errors;
      expect(error).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: '500',
        code: 'internal',
        title: 'Internal server error',
        detail: 'Something went wrong on our side.',
      });
      expect(answer.text).not.toMatch(/tags_|relation|select|\.ts|node_modules/);
      const lines = service.logLines.map((line) => JSON.parse(line));
      expect(lines.find(({ requestId }) => requestId === error.id)).toMatchObject({
        level: 50,
        err: { message: expect.stringContaining('relation') },
      });
    });
  });

  describe('503 unavailable', () => {
    it('has Retry-After without the database, and ends without a restart', async () => {
      expect((await service.get(`${ROOT}/guides`)).status).toBe(200);
      await withDatabaseAway(service.url, async () => {
        const answer = await service.get(`${ROOT}/guides`);
        expect(answer.status).toBe(503);
        expect(answer.headers['retry-after']).toBe('5');
        expect(answer.body.errors[0]).toMatchObject({ status: '503', code: 'unavailable' });
        expect((await service.request.get('/readyz')).status).toBe(503);
        expect((await service.request.get('/healthz')).status).toBe(200);
      });
      expect((await service.get(`${ROOT}/guides`)).status).toBe(200);
      expect((await service.request.get('/readyz')).status).toBe(200);
    });

    it('follows Accept and path checks', async () => {
      await withDatabaseAway(service.url, async () => {
        expect((await service.request.get(`${ROOT}/guides`)).status).toBe(406);
        expect((await service.get('/knowledge/v1/a/b/c/d')).status).toBe(404);
      });
    });
  });

  describe('S15 keys in logs', () => {
    it('the log contains no key, search term or address', async () => {
      await service
        .get(`${ROOT}/guides?x_y=canary-key&sort=canary-key`)
        .set({ Authorization: 'Bearer canary-key', 'X-Forwarded-For': '192.0.2.77', Cookie: 'canary-key' });
      await service.get(`${ROOT}/guides/31`).set('Authorization', 'Bearer canary-key');
      const log = service.logLines.join('');
      expect(log).toContain('"path":"/knowledge/v1/help.example.com/guides/31"');
      expect(log).not.toMatch(/canary-key|192\.0\.2\.77|127\.0\.0\.1/);
    });
  });

  it('has security headers', async () => {
    const { headers } = await service.get(`${ROOT}/guides/999`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
