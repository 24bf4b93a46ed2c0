import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { startListening, stopListening } from './listening.ts';

const ADDRESS = { host: '127.0.0.1', port: 0, variable: 'KB_PORT' };

describe('listening', () => {
  it('names the variable when the port is taken', async () => {
    const first = createServer();
    const port = await startListening(first, ADDRESS);
    const second = startListening(createServer(), { ...ADDRESS, port });
    await expect(second).rejects.toThrow(`KB_PORT: another program already listens on 127.0.0.1:${port}.`);
    await stopListening(first, 0);
  });

  it('finishes requests under way before it stops', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const server = createServer((_, response) => arrived.resolve(() => response.end('finished')));
    const port = await startListening(server, ADDRESS);
    const answer = fetch(`http://127.0.0.1:${port}/`);
    const finish = await arrived.promise;
    const stopped = stopListening(server, 60_000);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    finish();
    expect(await (await answer).text()).toBe('finished');
    await stopped;
  });

  it('closes connections after the grace period', async () => {
    const server = createServer(() => {});
    const port = await startListening(server, ADDRESS);
    const requested = once(server, 'request');
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: example\r\n\r\n');
    await requested;
    const closed = once(
      client.on('error', () => {}),
      'close',
    );
    await stopListening(server, 1);
    await closed;
  });
});
