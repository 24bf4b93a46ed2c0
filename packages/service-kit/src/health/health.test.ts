import { describe, expect, it } from '@jest/globals';
import { createHealth } from './health.ts';

describe('health', () => {
  it('is ready when every check passes', async () => {
    const health = createHealth({ database: async () => 1 });
    expect(await health.ready()).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' }, details: {} },
    });
  });

  it('is not ready when a check fails, and says which', async () => {
    const health = createHealth({ database: () => Promise.reject(new Error('away')), files: async () => 1 });
    expect(await health.ready()).toEqual({
      status: 503,
      body: { status: 'unavailable', checks: { database: 'failed', files: 'ok' }, details: {} },
    });
  });

  it.each([
    ['what they say', async () => 'standing by', 'standing by'],
    ['nothing but that they say nothing', () => Promise.reject(new Error('away')), 'unknown'],
  ])('reports details, which do not affect readiness: %s', async (_, search, told) => {
    const health = createHealth({ database: async () => 1 }, { search });
    expect(await health.ready()).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' }, details: { search: told } },
    });
  });

  it('is live though not ready, so that it is not restarted for a failing dependency', () => {
    const health = createHealth({ database: () => Promise.reject(new Error('away')) });
    expect(health.live().status).toBe(200);
  });

  it('is no longer ready once it stops', async () => {
    const health = createHealth({ database: async () => 1 });
    health.stopping();
    expect(await health.ready()).toMatchObject({ status: 503, body: { status: 'stopping' } });
  });

  it('times out on a check or detail that hangs', async () => {
    const never = () => new Promise<string>(() => {});
    expect(await createHealth({ database: never }, { search: never }).ready()).toMatchObject({
      status: 503,
      body: { checks: { database: 'failed' }, details: { search: 'unknown' } },
    });
  });
});
