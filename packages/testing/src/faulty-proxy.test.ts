import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultyProxy, type ProxyFault, startFaultyProxy } from './faulty-proxy.ts';
import { type ListeningApp, listenWith } from './listening-app.ts';

let server: ListeningApp;
let proxy: FaultyProxy;

beforeAll(async () => {
  server = await listenWith((_, response) => response.end('{"fine":true}'));
  proxy = await startFaultyProxy(server.origin);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const ask = async (signal?: AbortSignal) => (await fetch(proxy.url, { signal: signal ?? null })).json();

describe('a faulty proxy', () => {
  it.each<ProxyFault>(['cut', 'garbage', 'another-server', 'refuse'])(
    'is of no use when told so (%s), and as good as the server before and after',
    async (fault) => {
      expect(await ask()).toEqual({ fine: true });
      await proxy.fail(fault);
      await expect(ask()).rejects.toThrow();
      await proxy.heal();
      expect(await ask()).toEqual({ fine: true });
    },
  );

  it('leaves requests unanswered when told to hang', async () => {
    expect(await ask()).toEqual({ fine: true });
    await proxy.fail('hang');
    await expect(ask(AbortSignal.timeout(50))).rejects.toThrow('aborted due to timeout');
  });

  it('delivers everything eventually when told to be slow', async () => {
    await proxy.fail('slow');
    expect(await ask()).toEqual({ fine: true });
  });

  // Last, since `fetch` would go on using such connections.
  it('leaves connections dead that were open when told to be half-open, and opens new ones', async () => {
    const agent = new Agent({ keepAlive: true });
    const [first] = await once(get(proxy.url, { agent }), 'response');
    await first.toArray();
    await proxy.fail('half-open');
    const second = get(proxy.url, { agent, signal: AbortSignal.timeout(50) });
    await expect(once(second, 'response')).rejects.toThrow('aborted');
    expect(second.reusedSocket).toBe(true);
    const [third] = await once(get(proxy.url, { agent: false }), 'response');
    expect(third.statusCode).toBe(200);
  });
});
