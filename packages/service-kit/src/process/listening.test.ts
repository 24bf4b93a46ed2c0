import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { startListening, stopListening } from './http-service.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const GRACE = 20_000;

describe('a server that stops', () => {
  it('answers the next request of a connection that is kept open, and ends the connection', async () => {
    const under = Promise.withResolvers<() => void>();
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      if (requests === 1) under.resolve(() => response.end('first'));
      else response.end('second');
    });
    const port = await startListening(server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
    const client = connect(port, '127.0.0.1');
    let received = '';
    client.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    client.write(REQUEST);
    const finish = await under.promise;
    const stopped = stopListening(server, GRACE);
    client.once('data', () => client.write(REQUEST));
    finish();
    await once(client, 'end');
    await stopped;
    const [first = '', second = ''] = received.split('second')[0]?.split('first') ?? [];
    expect([first, second].map((head) => /^connection: (.*)\r$/im.exec(head)?.[1])).toEqual([
      'keep-alive',
      'close',
    ]);
    expect(received.endsWith('second')).toBe(true);
  });

  it('answers a request that has arrived over an idle connection and was not read yet', async () => {
    const server = createServer((_request, response) => response.end('answered'));
    const port = await startListening(server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
    const client = connect(port, '127.0.0.1');
    client.write(REQUEST);
    await once(client, 'data');
    client.write(REQUEST);
    const stopped = stopListening(server, GRACE);
    const rest = await client.setEncoding('utf8').toArray();
    await stopped;
    expect(rest.join('')).toMatch(/^connection: close\r$.*answered$/ims);
  });
});
