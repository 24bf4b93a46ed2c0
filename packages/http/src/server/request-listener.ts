import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RepresentationCache } from '../representation-cache/representation-cache.ts';

/** Bytes of unread responses: about thirty of the largest ones. */
const MOST_UNSENT = 256_000_000;

/** Handles a connection's requests in order, limits unread responses, and tries the fast path before the app. */
export function createRequestListener(
  app: RequestListener,
  { representationCache }: { representationCache: Pick<RepresentationCache, 'answer'> },
): RequestListener {
  const inOrder = answerInOrder();
  const limited = limitUnsent(MOST_UNSENT);
  return withOriginForm((request, response) =>
    inOrder(request, response, () =>
      limited(request, response, () => {
        if (!representationCache.answer(request, response)) app(request, response);
      }),
    ),
  );
}

/** Runs before everything else that inspects requests; also usable in Express. */
export type ConnectionMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * Handles the requests of a connection one at a time, each after the previous response has been sent. Responses are
 * sent in that order anyway (RFC 9112 §9.3.2); a packet of pipelined requests would otherwise fill memory with
 * responses.
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

/** Smaller responses are ignored: they fit into the connection's buffers. */
const SMALLEST = 64_000;

/** Limits unread responses to `maximumBytes` in total, by closing the connections that have stalled for longest. */
export function limitUnsent(maximumBytes: number): ConnectionMiddleware {
  const unsent = new Map<ServerResponse, number>();
  let total = 0;

  function release(response: ServerResponse): void {
    total -= unsent.get(response) ?? 0;
    unsent.delete(response);
  }

  return (_request, response, next) => {
    // Everything has been written now, so what the connection has not accepted is pending.
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
 * Passes targets to `listener` as path and query. A target in absolute form (RFC 9112 §3.2.2) is served like any other,
 * and its authority is trusted as little as `Host`. Express would answer targets without a path (`http://[`) in HTML.
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
