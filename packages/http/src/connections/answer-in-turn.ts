import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionMiddleware } from './connection-middleware.ts';

/**
 * A middleware that lets the requests of one connection in one after the other, each when the answer before it has
 * gone out. They have to be answered in that order anyway (RFC 9112 §9.3.2); without this, a packet of hundreds of
 * pipelined requests would be that many answers in memory, for a client that need not read a single one.
 */
export function answerInTurn(): ConnectionMiddleware {
  const latest = new WeakMap<Socket, ServerResponse>();
  return ({ socket }, response, next) => {
    const before = latest.get(socket);
    latest.set(socket, response);
    if (!before || before.closed) return next();
    before.once('close', () => {
      if (!socket.destroyed) next();
    });
  };
}
