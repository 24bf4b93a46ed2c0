import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Role } from '@guidepost/access';
import { createRequestListener } from '@guidepost/http';
import type supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import { OPERATOR } from './operator.ts';
import type { TestService } from './test-service.ts';

/** Someone who is signed in at the desk. */
export interface DeskClient {
  name: string;
  personId: number;
  /** Of forms. */
  token: string;
  cookie: string;
  get(path: string): supertest.Test;
  /** Sends a form of a page of the desk. */
  post(path: string, fields?: Record<string, string>): supertest.Test;
  /** What the editor's script sends. */
  send(path: string, body: object): supertest.Test;
}

const PASSWORD = 'correct horse battery staple';

let people = 0;

function newName(): string {
  people += 1;
  return `Person ${people}`;
}

/** Invites someone with a role, who accepts the invitation. */
export async function signInAs(
  service: TestService,
  { host, role, name = newName() }: { host: string; role: Role; name?: string },
): Promise<DeskClient> {
  const { staff } = service.context;
  const { id: tenantId } = await requireKnowledgeBase(service.database, host);
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const { member, link } = await staff.people.invite({ tenantId, actor: OPERATOR, email, role });
  const visitor = { sender: '192.0.2.1', userAgent: 'Test' };
  const linkToken = link.url.split('/').at(-1) ?? '';
  const secret = await staff.links.accept(linkToken, { name, password: PASSWORD, ...visitor });
  const session = await staff.sessions.find(secret);
  const token = session?.formToken ?? '';
  const cookie = `guidepost-kb=${secret}`;
  const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  return {
    name,
    personId: member.id,
    token,
    cookie,
    get: (path) => service.request.get(path).set('Cookie', cookie),
    post: (path, fields = {}) =>
      service.request
        .post(path)
        .set(own)
        .type('form')
        .send({ token, ...fields }),
    send: (path, body) =>
      service.request
        .post(path)
        .set({ ...own, 'X-Desk-Token': token })
        .send(body),
  };
}

/** The desk under the address that it takes for its own, which browsers trust. */
export interface ServedDesk {
  origin: string;
  stop(): Promise<void>;
}

/** Serves the desk of a test service on a port of its own. */
export async function serveDesk(service: TestService): Promise<ServedDesk> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const context = createContext(
    readConfig({ KB_DATABASE_URL: service.url, DESK_URL: origin, LOG_LEVEL: 'silent' }),
  );
  server.on('request', createRequestListener(createApp(context), context));
  return {
    origin,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await context.close();
    },
  };
}
