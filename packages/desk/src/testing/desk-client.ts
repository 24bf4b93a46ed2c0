import type { Role } from '@guidepost/staff';
import type { Staff } from '@guidepost/staff/sign-in';
import type supertest from 'supertest';

/** Someone who is signed in at the desk. */
export interface DeskClient {
  name: string;
  personId: number;
  /** The token of forms. */
  token: string;
  cookie: string;
  get(path: string): supertest.Test;
  /** Sends a form of a page of the desk. */
  post(path: string, fields?: Record<string, string>): supertest.Test;
  /** Sends JSON as a script of a page does. */
  send(path: string, body: object): supertest.Test;
}

/** A service whose desk is tested. */
export interface TestedDesk {
  /** In the name of the cookie. */
  service: 'kb' | 'forum';
  staff: Staff;
  request: Pick<ReturnType<typeof supertest>, 'get' | 'post'>;
}

const PASSWORD = 'correct horse battery staple';
const OPERATOR = { name: 'operator', role: 'owner', door: 'cli' } as const;

let people = 0;

function newName(): string {
  people += 1;
  return `Person ${people}`;
}

/** Invites someone with a role, who accepts the invitation. */
export async function signIn(
  { service, staff, request }: TestedDesk,
  { tenantId, role, name = newName() }: { tenantId: number; role: Role; name?: string | undefined },
): Promise<DeskClient> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const { member, link } = await staff.people.invite({ tenantId, actor: OPERATOR, email, role });
  const visitor = { sender: '192.0.2.1', userAgent: 'Test' };
  const linkToken = link.url.split('/').at(-1) ?? '';
  const secret = await staff.links.accept(linkToken, { name, password: PASSWORD, ...visitor });
  const session = await staff.sessions.find(secret);
  const token = session?.formToken ?? '';
  const cookie = `guidepost-${service}=${secret}`;
  const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  return {
    name,
    personId: member.id,
    token,
    cookie,
    get: (path) => request.get(path).set('Cookie', cookie),
    post: (path, fields = {}) =>
      request
        .post(path)
        .set(own)
        .type('form')
        .send({ token, ...fields }),
    send: (path, body) =>
      request
        .post(path)
        .set({ ...own, 'X-Desk-Token': token })
        .send(body),
  };
}

/** A desk under the address that it takes for its own. */
export interface ServedDesk {
  origin: string;
  stop(): Promise<void>;
}

/** The address of a server on loopback that browsers trust. */
export function trustedOrigin(origin: string): string {
  return origin.replace('127.0.0.1', 'localhost');
}
