import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A fault of a stand-in at the next request that makes a ticket. */
export type Fault =
  | 'takes and is silent'
  | 'takes and fails'
  | 'takes late'
  | 'refuses'
  | 'is busy'
  | 'redirects';

interface Ticket {
  id: number;
  /** The address of its writer. */
  email: string;
  text: string;
}

/** A ticket system that keeps what it takes, and finds what it is asked for, as the APIs of the three vendors do. */
export interface TicketSystem {
  url: string;
  tickets: Ticket[];
  /** Methods and paths, in order. */
  requests: string[];
  next(...faults: Fault[]): void;
  /** Texts in place of the next lists, as of a proxy. */
  nextList(...texts: string[]): void;
  /** Lets what comes late come. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

/** The account and the token that it knows. */
export const ACCOUNT = 'ada@example.com';
export const TOKEN = 'the-token-of-the-ticket-system';

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The `Authorization` of each request; Zendesk makes tickets of people without one. */
const EXPECTED: Readonly<Record<string, string | undefined>> = {
  'GET /api/v2/search.json': basic(`${ACCOUNT}/token`, TOKEN),
  'POST /api/v2/uploads.json': basic(`${ACCOUNT}/token`, TOKEN),
  'POST /api/v2/requests.json': undefined,
  'GET /api/v2/tickets': basic(TOKEN, 'X'),
  'POST /api/v2/tickets': basic(TOKEN, 'X'),
  'POST /v2/oauth2/token': undefined,
  'GET /v2/conversations': 'Bearer access',
  'POST /v2/conversations': 'Bearer access',
};

const UNKNOWN_WRITER = {
  description: 'Validation failed',
  errors: [
    { field: 'email', message: 'There is no contact matching the given email', code: 'invalid_value' },
  ],
};

export async function startTicketSystem(): Promise<TicketSystem> {
  const tickets: Ticket[] = [];
  const requests: string[] = [];
  const faults: Fault[] = [];
  const lists: string[] = [];
  const byKey = new Map<string, Ticket>();
  let late: (() => Promise<void>)[] = [];

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const name = `${method} ${pathname}`;
    requests.push(name);
    const body = await buffer(request);
    const json = (status: number, content: object, more = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...more })
        .end(JSON.stringify(content));
    if (!(name in EXPECTED) || headers.authorization !== EXPECTED[name]) return void json(401, {});
    if (pathname === '/v2/oauth2/token') {
      const isKnown = body
        .toString()
        .includes(`client_id=${encodeURIComponent(ACCOUNT)}&client_secret=${TOKEN}`);
      return void (isKnown ? json(200, { access_token: 'access' }) : json(401, {}));
    }
    if (pathname === '/api/v2/uploads.json') return void json(201, { upload: { token: 'upload-1' } });
    if (method === 'GET') {
      const [status, found] = find(tickets, pathname, searchParams);
      const text = lists.shift();
      return void (text === undefined ? json(status, found) : response.end(text));
    }
    const key = String(headers['idempotency-key'] ?? '');
    const take = async () => {
      const email = await emailOf(body, headers['content-type'] ?? '');
      const ticket = byKey.get(key) ?? { id: tickets.length + 1, email, text: body.toString() };
      if (!tickets.includes(ticket)) tickets.push(ticket);
      if (key) byKey.set(key, ticket);
      const { id } = ticket;
      return () => json(201, { id, request: { id } }, { 'Resource-ID': String(id) });
    };
    switch (faults.shift()) {
      case 'takes and is silent':
        return void take();
      case 'takes and fails':
        await take();
        return void json(500, {});
      case 'takes late':
        return void late.push(async () => void (await take())());
      case 'refuses':
        return void json(422, { error: 'invalid' });
      case 'is busy':
        return void json(429, {}, { 'Retry-After': '1' });
      case 'redirects':
        return void response.writeHead(302, { Location: '/elsewhere' }).end();
      default:
        return void (await take())();
    }
  }

  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tickets,
    requests,
    next: (...next) => faults.push(...next),
    nextList: (...texts) => lists.push(...texts),
    async release() {
      const coming = late;
      late = [];
      await Promise.all(coming.map((come) => come()));
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
    },
  };
}

/** Tickets that the vendors find: Zendesk by words, the others by writer, with texts only if asked to. */
function find(
  tickets: readonly Ticket[],
  path: string,
  asked: URLSearchParams,
): [status: number, found: object] {
  if (path === '/api/v2/search.json') {
    const [, words = '(none)'] = /^type:ticket "(\w+)"$/.exec(asked.get('query') ?? '') ?? [];
    const results = tickets.filter(({ text }) => text.includes(words));
    return [200, { results: results.map(({ id, text }) => ({ id, description: text })) }];
  }
  if (path === '/api/v2/tickets') {
    const found = tickets.filter(({ email }) => email === asked.get('email'));
    if (found.length === 0) return [400, UNKNOWN_WRITER];
    const hasText = asked.get('include') === 'description';
    return [200, found.map(({ id, text }) => ({ id, ...(hasText && { description: text }) }))];
  }
  const found = tickets.filter(({ email }) => `(email:"${email}")` === asked.get('query'));
  if (found.length === 0) return [200, { page: { totalElements: 0 } }];
  const hasThreads = asked.get('embed') === 'threads';
  const conversations = found.map(({ id, text }) => ({
    id,
    ...(hasThreads && { _embedded: { threads: [{ body: text }] } }),
  }));
  return [200, { _embedded: { conversations }, page: { totalElements: found.length } }];
}

/** Reads a request of Zendesk, a form of Freshdesk or a conversation of Help Scout. */
async function emailOf(body: Buffer, type: string): Promise<string> {
  if (type.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    return String(form.get('email'));
  }
  const { request, customer } = JSON.parse(body.toString());
  return (request?.requester ?? customer).email;
}
