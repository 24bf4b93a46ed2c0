import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ListeningApp, listenWith } from '@guidepost/testing';

export type Reply = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A knowledge base that can be told how to answer; `infra/local` has the real one. */
export interface KnowledgeBaseServer extends ListeningApp {
  /** Its API, for `KB_API_URL`. */
  url: string;
  /** The requests since the last call. */
  take(): IncomingMessage[];
  reply: Reply;
}

const PATH = '/knowledge/v1/help.example.com';

/** Titles by ID. */
export type Titles = Readonly<Record<string, string>>;

export async function startKnowledgeBaseServer(titles: Titles): Promise<KnowledgeBaseServer> {
  const requests: IncomingMessage[] = [];
  const app = await listenWith((request, response) => {
    requests.push(request);
    server.reply(request, response);
  });
  const server: KnowledgeBaseServer = {
    ...app,
    url: app.origin + PATH,
    take: () => requests.splice(0),
    reply: truth(titles),
  };
  return server;
}

/** The answer of a knowledge base: a guide, or those with a word of the query in their title. */
export function truth(titles: Titles): Reply {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, id] = /\/guides\/(\w+)$/.exec(pathname) ?? [];
    const title = id === undefined ? undefined : titles[id];
    if (id === undefined) return send(response, 200, foundIn(titles, searchParams.get('q') ?? ''));
    if (title === undefined) return send(response, 404, { errors: [{ status: '404' }] });
    const links = { self: `${PATH}/guides/${id}`, public: `https://help.example.com/guides/guide-${id}` };
    return send(response, 200, { ...resource(id, title), links });
  };
}

function foundIn(titles: Titles, query: string): object[] {
  const words = query.toLowerCase().split(/\W+/);
  return Object.entries(titles)
    .filter(([, title]) => words.some((word) => word !== '' && title.toLowerCase().includes(word)))
    .map(([id, title]) => ({ ...resource(id, title), links: { self: `${PATH}/guides/${id}` } }));
}

function resource(id: string, title: string): object {
  return { type: 'guide', id, attributes: { title }, relationships: { tags: {}, categories: {} } };
}

function send(response: ServerResponse, status: number, data: object): void {
  response.writeHead(status, { 'Content-Type': 'application/vnd.api+json' });
  response.end(JSON.stringify({ jsonapi: { version: '1.0' }, data }));
}
