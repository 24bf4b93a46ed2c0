import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import { until } from '@guidepost/local-servers/testing';

export interface ListeningApp {
  origin: string;
  close(): Promise<void>;
}

export async function listenWith(app: RequestListener): Promise<ListeningApp> {
  // Idle connections stay open, even while a test computes for longer than Node.js waits.
  const server = createServer({ keepAliveTimeout: 0 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const METHODS = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'] as const;

interface Sent {
  agent(agent: Agent): this;
  set(field: string, value: string): this;
}

/**
 * Has supertest send its requests on connections that stay open, for answers that are not compressed unless a test asks
 * for it. On its own it opens a connection for each request and always accepts gzip, which takes a fifth of the time of
 * a test.
 */
export function keepConnections<Request extends Record<(typeof METHODS)[number], (path: string) => Sent>>(
  request: Request,
): Request {
  const agent = new Agent({ keepAlive: true });
  const kept = METHODS.map((method) => {
    const send = request[method];
    return [method, (path: string) => send(path).agent(agent).set('Accept-Encoding', 'identity')] as const;
  });
  return Object.assign(request, Object.fromEntries(kept));
}

/** Sends a request, again while the answer is a 503: a busy machine has no connection for some of many at once. */
export function served<Answer extends { status: number }>(
  send: () => PromiseLike<Answer>,
  seconds?: number,
): Promise<Answer> {
  return until(
    'a request is served',
    async () => {
      const answer = await send();
      return answer.status === 503 ? undefined : answer;
    },
    seconds,
  ) as Promise<Answer>;
}
