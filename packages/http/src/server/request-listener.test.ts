import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { answerInOrder, limitUnsent, withOriginForm } from './request-listener.ts';

let server: Server;

async function listen(listener: RequestListener): Promise<void> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** A connection that pipelines GET requests for these targets; the last one closes it. */
function ask(...targets: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: a\r\n`);
  socket.on('error', () => {});
  socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`);
  return socket;
}

async function bodiesOf(...targets: string[]): Promise<string[]> {
  const answers = (await text(ask(...targets))).split(/HTTP\/1.1 200 OK\r\n/).slice(1);
  return answers.map((answer) => answer.split('\r\n\r\n')[1] ?? '');
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('withOriginForm', () => {
  it.each([
    ['/guides?a=b', '/guides?a=b'],
    ['http://evil.example/guides?a=b', '/guides?a=b'],
    ['HTTPS://user:secret@evil.example:1/guides', '/guides'],
    ['http://evil.example', '/'],
    ['http://evil.example?a=/b', '/?a=/b'],
    ['http://', '/'],
    ['http://[/guides', '/guides'],
    ['//evil.example/guides', '//evil.example/guides'],
    ['*', '*'],
  ])('shows %s as %s', async (target, shown) => {
    await listen(withOriginForm((request, response) => response.end(request.url)));
    expect(await bodiesOf(target)).toEqual([shown]);
  });

  it.each(['http://', 'http://[/guides', '*'])('lets the application answer %s', async (target) => {
    const app = express().use((_request, response) => void response.end('ours'));
    await listen(withOriginForm(app));
    expect(await bodiesOf(target)).toEqual(['ours']);
  });
});

describe('answerInOrder', () => {
  it('starts a pipelined request after the previous response has been sent', async () => {
    const begun: string[] = [];
    let working = 0;
    let most = 0;
    const app = express().use(answerInOrder(), async ({ path }, response) => {
      begun.push(path);
      working += 1;
      most = Math.max(most, working);
      await new Promise(setImmediate);
      working -= 1;
      response.setHeader('Content-Length', path.length).end(path);
    });
    await listen(app);
    expect(await bodiesOf('/1', '/2', '/3', '/4')).toEqual(['/1', '/2', '/3', '/4']);
    expect([begun, most]).toEqual([['/1', '/2', '/3', '/4'], 1]);
  });

  it('does nothing more for a closed connection', async () => {
    const begun: string[] = [];
    const closed = Promise.withResolvers<void>();
    await listen(
      express().use(answerInOrder(), ({ path, socket }, response) => {
        begun.push(path);
        response.once('close', () => closed.resolve());
        socket.destroy();
      }),
    );
    ask('/1', '/2', '/3');
    await closed.promise;
    await new Promise(setImmediate);
    expect(begun).toEqual(['/1']);
  });
});

describe('limitUnsent', () => {
  const LARGE = Buffer.alloc(20_000_000);

  it('closes the longest stalled connection, and no more than necessary', async () => {
    const closed: string[] = [];
    const cut = Promise.withResolvers<void>();
    await listen(
      express().use(limitUnsent(50_000_000), ({ path }, response) => {
        response.once('close', () => {
          closed.push(path);
          cut.resolve();
        });
        response.end(LARGE);
      }),
    );
    for (const target of ['/1', '/2']) await once(ask(target).once('data', pause), 'data');
    expect(closed).toEqual([]);
    await once(ask('/3').once('data', pause), 'data');
    await cut.promise;
    expect(closed).toEqual(['/1']);
  });

  it('stops counting what has been read', async () => {
    await listen(express().use(limitUnsent(50_000_000), (_request, response) => void response.end(LARGE)));
    for (let count = 0; count < 5; count += 1) expect((await bodiesOf('/'))[0]).toHaveLength(LARGE.length);
  });
});

function pause(this: Socket): void {
  this.pause();
}
