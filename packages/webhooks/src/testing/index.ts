import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A request as the receiver understood it. */
export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  body: string;
  headers: IncomingMessage['headers'];
}

export type AnswerWith = (received: Received, response: ServerResponse) => void;

/** A server that verifies webhooks by Standard Webhooks and keeps those that it takes. */
export interface Receiver {
  url: string;
  /** Answered with 2xx, in order. */
  taken: Received[];
  /** All that arrived and were verified. */
  seen: Received[];
  /** By default, 204. */
  answerWith(answer: AnswerWith | undefined): void;
  /** Requests are verified with it; without one they are not. */
  trust(secret: string | undefined): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const taken: Received[] = [];
  const seen: Received[] = [];
  let answer: AnswerWith | undefined;
  let secret: string | undefined;
  const server = createServer((request, response) => {
    void take(request, response);
  });
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    try {
      if (secret) new Webhook(secret).verify(body, request.headers as Record<string, string>);
    } catch (error) {
      response.writeHead(401).end(String(error));
      return;
    }
    const received = {
      id: String(request.headers['webhook-id']),
      ...JSON.parse(body),
      body,
      headers: request.headers,
    };
    seen.push(received);
    if (answer) answer(received, response);
    else response.writeHead(204).end();
    if (response.statusCode < 300) taken.push(received);
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    taken,
    seen,
    answerWith(next) {
      answer = next;
    },
    trust(next) {
      secret = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
    },
  };
}
