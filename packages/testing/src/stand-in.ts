import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of another company's server. */
export interface StandInAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Ends the connection after so many bytes of the body, whose length was told. */
  cutAfter?: number;
}

export interface StandIn {
  /** `http://127.0.0.1:…` */
  url: string;
  /** Paths with queries, in the order of the requests. */
  requests: string[];
  /** The headers of the last request. */
  headers: IncomingMessage['headers'];
  /** The most requests that were answered at the same time. */
  mostAtOnce: number;
  /** Answers the next requests whose paths begin with `path` in these ways, then as usual. */
  answerOnce(path: string, ...answers: StandInAnswer[]): void;
  /** Answers no request after so many more, and resolves when one waits. */
  holdAfter(requests: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server in place of another company's, which serves what tests give it, with faults. */
export async function startStandIn(answer: (url: URL) => StandInAnswer | undefined): Promise<StandIn> {
  const once: { path: string; answers: StandInAnswer[] }[] = [];
  let left = Number.POSITIVE_INFINITY;
  let onHeld: () => void = () => {};
  let open = 0;
  const standIn = { requests: [] as string[], headers: {} as IncomingMessage['headers'], mostAtOnce: 0 };

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    standIn.headers = request.headers;
    if (left <= 0) {
      onHeld();
      return;
    }
    left -= 1;
    standIn.requests.push(path);
    open += 1;
    standIn.mostAtOnce = Math.max(standIn.mostAtOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    const fault = once
      .find((entry) => path.startsWith(entry.path) && entry.answers.length > 0)
      ?.answers.shift();
    send(
      response,
      fault ?? answer(new URL(path, url)) ?? { status: 404, body: '{"error":"RecordNotFound"}' },
    );
  }

  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(standIn, {
    url,
    answerOnce: (path: string, ...answers: StandInAnswer[]) => void once.push({ path, answers }),
    holdAfter(requests: number) {
      left = requests;
      const { promise, resolve } = Promise.withResolvers<void>();
      onHeld = resolve;
      return promise;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', cutAfter }: StandInAnswer,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Length': bytes.length, ...headers });
  if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}
