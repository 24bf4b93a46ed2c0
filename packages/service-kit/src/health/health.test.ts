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
  ])('tells details besides, and is ready whatever they say: %s', async (_, search, told) => {
    const health = createHealth({ database: async () => 1 }, { search });
    expect(await health.ready()).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' }, details: { search: told } },
    });
  });

  it('is alive though not ready, so that nobody restarts it for what is not its fault', () => {
    const health = createHealth({ database: () => Promise.reject(new Error('away')) });
    expect(health.live().status).toBe(200);
  });

  it('is not ready any more once it stops', async () => {
    const health = createHealth({ database: async () => 1 });
    health.stopping();
    expect(await health.ready()).toMatchObject({ status: 503, body: { status: 'stopping' } });
  });

  it('does not wait for ever for a check or a detail', async () => {
    const never = () => new Promise<string>(() => {});
    expect(await createHealth({ database: never }, { search: never }).ready()).toMatchObject({
      status: 503,
      body: { checks: { database: 'failed' }, details: { search: 'unknown' } },
    });
  });
});
