import { afterEach, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

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
