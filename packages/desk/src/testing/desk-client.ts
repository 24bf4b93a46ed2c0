import type { Environment } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
import { OPEN_ID_PATH, type Staff } from '@guidepost/staff/sign-in';
import { CLIENT, startProvider, type TestAccount } from '@guidepost/staff/testing';
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

/** Someone who is to work at a desk. */
interface SignedIn {
  tenantId: number;
  role: Role;
  name?: string | undefined;
  /** Without it, in all. */
  languages?: readonly string[] | undefined;
}

/** Invites someone with a role, who accepts the invitation. */
export async function signIn(
  { service, staff, request }: TestedDesk,
  { tenantId, role, name = newName(), languages }: SignedIn,
): Promise<DeskClient> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const { member, link } = await staff.people.invite({ tenantId, actor: OPERATOR, email, role, languages });
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

/** The address of a desk that its provider knows before the desk is served. */
const DESK_URL = 'https://desk.example';

/**
 * Signs someone in through an OpenID provider.
 * @param serve serves a desk with these variables
 * @returns the page after it
 */
export async function signInThroughProvider(
  account: TestAccount,
  serve: (variables: Environment) => Promise<ServedDesk>,
): Promise<string> {
  const provider = await startProvider(`${DESK_URL}${OPEN_ID_PATH}`);
  provider.account = account;
  const desk = await serve({
    DESK_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  });
  try {
    const { visit } = browserAt(desk.origin);
    const leading = await visit('/desk/sign-in/provider');
    const { pathname, search } = await provider.browse(leading.headers.get('Location') ?? '');
    let answer = await visit(`${pathname}${search}`);
    while (answer.status === 303) answer = await visit(answer.headers.get('Location') ?? '');
    return await answer.text();
  } finally {
    await desk.stop();
    await provider.stop();
  }
}

/** Keeps cookies, and does not follow redirects. */
function browserAt(origin: string): { visit(path: string): Promise<Response> } {
  const cookies: string[] = [];
  return {
    async visit(path) {
      const headers = { Cookie: cookies.join('; ') };
      const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers });
      cookies.push(...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''));
      return answer;
    },
  };
}
