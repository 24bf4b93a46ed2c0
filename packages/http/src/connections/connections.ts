import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Comes before everything that looks at a request itself; Express takes it, too. */
export type ConnectionMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * A middleware that lets the requests of one connection in one after the other, each when the answer before it has
 * gone out. They have to be answered in that order anyway (RFC 9112 §9.3.2); without this, a packet of hundreds of
 * pipelined requests would be that many answers in memory, for a client that need not read a single one.
 */
export function answerInOrder(): ConnectionMiddleware {
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

/** What is smaller is not looked at: the buffers of the connection itself are as large. */
const SMALLEST = 64_000;

/**
 * A middleware that bounds the bytes of all answers that were made but not yet taken by their clients. When there are
 * more than `maximumBytes`, the connection that has been at it for longest is cut: memory must not depend on how many
 * clients ask for large answers and do not read them.
 */
export function limitUnsent(maximumBytes: number): ConnectionMiddleware {
  const unsent = new Map<ServerResponse, number>();
  let total = 0;

  function release(response: ServerResponse): void {
    total -= unsent.get(response) ?? 0;
    unsent.delete(response);
  }

  return (_request, response, next) => {
    // Everything has been written by then, and what the connection has not taken waits.
    response.once('prefinish', () => {
      const bytes = response.socket?.writableLength ?? 0;
      if (bytes < SMALLEST) return;
      unsent.set(response, bytes);
      total += bytes;
      response.once('close', () => release(response));
      while (total > maximumBytes) {
        const [oldest = response] = unsent.keys();
        release(oldest);
        oldest.destroy();
      }
    });
    next();
  };
}

const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Gives `listener` every request target as a path and a query. A target that begins with scheme and authority
 * (`GET http://example.com/guides`, RFC 9112 §3.2.2) is served like one that does not, and its authority is believed as
 * little as `Host`. Express would answer by itself, in HTML, where it finds no path in a target (`http://[`).
 */
export function withOriginForm(listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    listener(request, response);
  };
}

function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(SCHEME_AND_AUTHORITY, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
