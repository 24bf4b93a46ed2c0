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
});
