import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anyFreePort } from '@guidepost/service-kit/embedded';
import type { EngineAccess } from './serving.ts';

/** Stands between a service and Meilisearch, and keeps what is searched for. */
export interface Recorder extends EngineAccess {
  /** The bodies of all searches since the last call. */
  take(): string[];
  stop(): void;
}

export const SEARCH_PATH = '/multi-search';

export async function startRecorder({ url, key }: EngineAccess): Promise<Recorder> {
  const port = await anyFreePort();
  let searches: string[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray());
    if (request.url === SEARCH_PATH) searches.push(body.toString());
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    take() {
      const taken = searches;
      searches = [];
      return taken;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
