import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import type { Provider } from 'oidc-provider';

/** A real OpenID provider on loopback, at which everyone is signed in as `account` and agrees to everything. */
export interface TestProvider {
  issuer: string;
  account: TestAccount;
  /** The claims of the next ID tokens instead, signed by the provider's key or another one. */
  forge: { claims?: Record<string, unknown>; key?: KeyObject } | undefined;
  /** Answers everything with 503. */
  isAway: boolean;
  /** Goes where a browser goes until it leaves the provider. @returns the address that the provider sent it to */
  browse(url: string): Promise<URL>;
  /** Requests since the start. */
  requests: string[];
  stop(): Promise<void>;
}

export interface TestAccount {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
}

export const CLIENT = { clientId: 'guidepost', clientSecret: 'a secret of the provider' };

export async function startProvider(returnUrl: string): Promise<TestProvider> {
  // The provider is not meant for production, and says so, also when it is loaded.
  const silenced = (['info', 'warn'] as const).map((method) => mock.method(console, method, () => {}));
  const { Provider } = await import('oidc-provider');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    account: { sub: 'anna' },
    forge: undefined,
    isAway: false,
    requests: [],
    browse: (url) => browse(url, issuer),
    async stop() {
      await stop(server);
      for (const { mock: silence } of silenced) silence.restore();
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnUrl],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: true,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...test.account, sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (test.forge && body?.id_token) body.id_token = resign(body.id_token, test.forge, privateKey);
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    test.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (test.isAway) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) void agree(provider, test, { request, response });
    else void answer(request, response);
  });
  return test;
}

/** Signs the account in and grants what the client asks for. */
async function agree(
  provider: Provider,
  { account }: TestProvider,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: account.sub, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  await provider.interactionFinished(request, response, {
    login: { accountId: account.sub },
    consent: { grantId: await grant.save() },
  });
}

/** A JSON Web Token, RFC 7515, with other claims and another signature. */
function resign(
  token: string,
  { claims, key }: NonNullable<TestProvider['forge']>,
  ownKey: KeyObject,
): string {
  const [header = '', payload = ''] = token.split('.');
  const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const content = Buffer.from(JSON.stringify({ ...(said as object), ...claims })).toString('base64url');
  const signature = sign('sha256', Buffer.from(`${header}.${content}`), key ?? ownKey);
  return `${header}.${content}.${signature.toString('base64url')}`;
}

async function browse(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
