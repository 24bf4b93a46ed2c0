import { generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPEN_ID_PATH, type OpenId, type OpenIdRefusal } from './open-id.ts';
import type { OpenIdSettings, Staff } from './staff.ts';
import type { Role } from './staff-event.ts';
import { CLIENT, startProvider, type TestProvider } from './testing/open-id-provider.ts';
import {
  DESK_URL,
  OPERATOR,
  PASSWORD,
  startStaff,
  type TestStaff,
  tokenOf,
  VISITOR,
} from './testing/start-staff.ts';

const ANNA = { sub: 'anna', email: 'anna@example.com', email_verified: true, name: 'Anna Å.' };
const TENANTS = [1, 2];

let provider: TestProvider;
let test: TestStaff;
let staff: Staff;
let other: Staff;

function settings(more: Partial<OpenIdSettings> = {}): OpenIdSettings {
  return {
    provider: { issuer: provider.issuer, ...CLIENT },
    domains: new Map(),
    tenants: async () => TENANTS,
    only: false,
    ...more,
  };
}

beforeAll(async () => {
  provider = await startProvider(`${DESK_URL}${OPEN_ID_PATH}`);
  test = await startStaff();
  staff = test.another({ openId: settings() });
  other = test.another({ openId: settings() });
});

beforeEach(async () => {
  await test.database.none(
    'truncate staff_people, staff_challenges, staff_departures, rate_limits restart identity cascade',
  );
  await test.database.none('insert into staff_people (email) values ($1)', ['first@example.com']);
  test.events.splice(0);
  provider.account = ANNA;
  provider.forge = undefined;
  provider.isAway = false;
});

afterAll(async () => {
  await test.stop();
  await provider.stop();
});

function openIdOf({ openId }: Staff): OpenId {
  if (!openId) throw new Error('there is no provider');
  return openId;
}

const invite = (email = ANNA.email, tenantId = 1) =>
  staff.people.invite({ tenantId, actor: OPERATOR, email, role: 'editor' });
const domainStaff = (role: Role) =>
  test.another({ openId: settings({ domains: new Map([['example.com', role]]) }) });

/** Begins on one instance and ends on another, as behind a load balancer. */
async function signIn(
  at = { first: staff, second: other },
  change: (query: URLSearchParams) => void = () => {},
) {
  const { url, cookie } = await openIdOf(at.first).begin({
    sender: VISITOR.sender,
    returnTo: '/desk/guides',
  });
  const returned = await provider.browse(url);
  change(returned.searchParams);
  return openIdOf(at.second).finish({ ...VISITOR, query: returned.search, cookie });
}

const signInAt = (instance: Staff) => signIn({ first: instance, second: instance });

async function expectNoSession(attempt: Promise<unknown>, kind: string): Promise<void> {
  await expect(attempt).rejects.toMatchObject({ name: 'AppError', kind });
  expect(await test.database.one('select count(*) from staff_sessions')).toEqual({ count: 0 });
}

describe('signing in through an OpenID provider', () => {
  it('accepts the invitation of its verified address, and takes over the name', async () => {
    await invite();
    await invite(ANNA.email, 2);
    const { token, returnTo } = await signIn();
    expect(returnTo).toBe('/desk/guides');
    expect(await staff.sessions.find(token)).toMatchObject({
      person: { email: 'anna@example.com', name: 'Anna Å.' },
      memberships: [
        { tenantId: 1, role: 'editor', languages: null },
        { tenantId: 2, role: 'editor', languages: null },
      ],
      hasPassword: false,
    });
    expect(test.events.slice(2)).toMatchObject([
      { action: 'staff.accept', tenantId: 1, actor: { name: 'Anna Å.', role: 'editor', door: 'desk' } },
      { action: 'staff.accept', tenantId: 2 },
    ]);
  });

  it('uses the code flow with PKCE, state and nonce', async () => {
    const { url, cookie } = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const parameters = Object.fromEntries(new URL(url).searchParams);
    expect(parameters).toEqual({
      client_id: 'guidepost',
      response_type: 'code',
      redirect_uri: 'https://desk.example.com/desk/sign-in/openid',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url).not.toContain(cookie);
  });

  it('finds the person again after the address has changed at the provider', async () => {
    await invite();
    await signIn();
    provider.account = { ...ANNA, email: 'anna.berg@example.com' };
    const { token } = await signIn();
    expect((await staff.sessions.find(token))?.person.email).toBe('anna@example.com');
  });

  it('ends the session that the browser had', async () => {
    await invite();
    const first = await signIn();
    const { url, cookie } = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const { search } = await provider.browse(url);
    const { token } = await openIdOf(other).finish({ ...VISITOR, query: search, cookie, token: first.token });
    expect(await staff.sessions.find(token)).toBeDefined();
    expect(await staff.sessions.find(first.token)).toBeUndefined();
  });

  it('ends what others may have prepared when it is first linked to a person', async () => {
    const squatter = await test.member('anna@example.com', { tenantId: 2 });
    await test.database.none(
      `insert into staff_passkeys (person_id, credential_id, public_key, counter, name)
       values ($1, 'squatter', '', 0, 'squatter')`,
      [squatter.id],
    );
    const { link } = await staff.people.newLink({ tenantId: 2, actor: OPERATOR, person: squatter.id });
    const { token, endedOthers } = await signIn();
    expect([endedOthers, test.toldOfProvider.splice(0)]).toEqual([true, [squatter.email]]);
    expect(await staff.sessions.find(squatter.token)).toBeUndefined();
    expect(await staff.sessions.find(token)).toMatchObject({
      person: { id: squatter.id },
      hasPassword: false,
    });
    expect(await staff.passkeys.list(squatter.id)).toEqual([]);
    await expect(staff.links.show(tokenOf(link))).rejects.toMatchObject({ kind: 'not-found' });
    const guess = { ...VISITOR, email: squatter.email, password: PASSWORD };
    await expect(staff.signInByPassword(guess)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('works beside a password that is set after that', async () => {
    await invite();
    const first = await signIn();
    const session = await staff.sessions.find(first.token);
    if (!session) throw new Error('anna is not signed in');
    const token = await staff.account.changePassword(session, { ...VISITOR, password: PASSWORD });
    const second = await signIn();
    expect([first.endedOthers, second.endedOthers, test.toldOfProvider]).toEqual([false, false, []]);
    expect(await staff.sessions.find(token)).toMatchObject({ hasPassword: true });
  });

  it('is what people are mailed who ask for a new password, unless there is no provider any more', async () => {
    await invite();
    await signIn();
    test.resets.splice(0);
    const ask = async (at: Staff) => {
      const before = test.resets.length;
      await at.resets.ask({ email: 'anna@example.com', sender: VISITOR.sender });
      await until('mail is sent', () => test.resets.length > before);
      return test.resets.at(-1)?.url;
    };
    expect(await ask(staff)).toBe(DESK_URL);
    expect(await ask(test.another({ openId: undefined }))).toMatch(/\/desk\/links\/gpl_/);
  });

  it('ends a new password that was asked for before', async () => {
    await test.member('anna@example.com');
    test.resets.splice(0);
    await staff.resets.ask({ email: 'anna@example.com', sender: VISITOR.sender });
    await until('a link is mailed', () => test.resets.length > 0);
    await signIn();
    const token = tokenOf(test.resets[0] ?? { url: '' });
    await expect(staff.links.show(token)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('asks the provider nothing before someone signs in', async () => {
    const requests = provider.requests.length;
    const instance = test.another({ openId: settings() });
    await instance.people.list({ tenantId: 1, actor: OPERATOR });
    expect(provider.requests.length).toBe(requests);
  });

  it('asks the provider once what it supports', async () => {
    const instance = test.another({ openId: settings() });
    const from = provider.requests.length;
    await Promise.all(Array.from({ length: 5 }, () => openIdOf(instance).begin({ sender: VISITOR.sender })));
    expect(provider.requests.slice(from)).toEqual(['GET /.well-known/openid-configuration']);
  });
});

describe('people of an allowed domain', () => {
  it('need no invitation, and begin in every tenant with the role of the domain', async () => {
    const { token } = await signInAt(domainStaff('author'));
    expect(await staff.sessions.find(token)).toMatchObject({
      person: { email: 'anna@example.com', name: 'Anna Å.' },
      memberships: [
        { tenantId: 1, role: 'author', languages: null },
        { tenantId: 2, role: 'author', languages: null },
      ],
    });
    expect(test.events).toMatchObject([
      { action: 'staff.join-by-domain', tenantId: 1, details: { role: 'author' } },
      { action: 'staff.join-by-domain', tenantId: 2 },
    ]);
  });

  it('keep the role that they were given since', async () => {
    await invite();
    const { token } = await signInAt(domainStaff('author'));
    expect((await staff.sessions.find(token))?.memberships).toEqual([
      { tenantId: 1, role: 'editor', languages: null },
      { tenantId: 2, role: 'author', languages: null },
    ]);
  });

  it('stay away from where they were removed, until they are invited again', async () => {
    const instance = domainStaff('author');
    await signInAt(instance);
    const removal = { actor: OPERATOR, person: ANNA.email };
    await staff.people.remove({ tenantId: 1, ...removal });
    const { token } = await signInAt(instance);
    expect((await staff.sessions.find(token))?.memberships).toEqual([
      { tenantId: 2, role: 'author', languages: null },
    ]);
    await staff.people.remove({ tenantId: 2, ...removal });
    await expectNoSession(signInAt(instance), 'forbidden');
    expect(await test.database.any('select from staff_people where email_folded = $1', [ANNA.email])).toEqual(
      [],
    );
    await invite();
    const again = await signInAt(instance);
    expect((await staff.sessions.find(again.token))?.memberships).toEqual([
      { tenantId: 1, role: 'editor', languages: null },
    ]);
  });

  it.each(['anna@sub.example.com', 'anna@example.com.evil.test', 'anna@notexample.com', 'anna@exаmple.com'])(
    'are not those of others: %s',
    async (email) => {
      provider.account = { ...ANNA, email };
      await expectNoSession(signInAt(domainStaff('author')), 'forbidden');
    },
  );

  it('do not become members of anything by another letter case of a removed address', async () => {
    const instance = domainStaff('author');
    await signInAt(instance);
    for (const tenantId of TENANTS)
      await staff.people.remove({ tenantId, actor: OPERATOR, person: ANNA.email });
    provider.account = { ...ANNA, sub: 'another', email: 'ANNA@example.com' };
    await expectNoSession(signInAt(instance), 'forbidden');
  });
});

describe('S34 OpenID Connect taken halfway', () => {
  beforeEach(async () => {
    await invite();
  });

  it.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'A'.repeat(43))],
    ['no state', (query: URLSearchParams) => query.delete('state')],
    ['two states', (query: URLSearchParams) => query.append('state', 'A'.repeat(43))],
    [
      'the issuer of another provider',
      (query: URLSearchParams) => query.set('iss', 'https://evil.example.com'),
    ],
    ['no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['a code that was never issued', (query: URLSearchParams) => query.set('code', 'A'.repeat(43))],
    ['no code', (query: URLSearchParams) => query.delete('code')],
    ['a refusal of the provider', (query: URLSearchParams) => query.set('error', 'access_denied')],
  ])('%s opens no session', async (_, change) => {
    await expectNoSession(signIn(undefined, change), 'unauthorized');
  });

  it.each<[string, () => TestProvider['forge']]>([
    ['another nonce', () => ({ claims: { nonce: 'A'.repeat(43) } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example.com' } })],
    ['another audience', () => ({ claims: { aud: 'another client' } })],
    [
      'a second audience',
      () => ({ claims: { aud: [CLIENT.clientId, 'another client'], azp: 'another client' } }),
    ],
    [
      'the signature of another key',
      () => ({ key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey }),
    ],
    ['a time that is over', () => ({ claims: { exp: 1 } })],
    ['another subject than the account', () => ({ claims: { sub: 'otto' } })],
  ])('an ID token with %s opens no session', async (_, forge) => {
    provider.forge = forge();
    await expectNoSession(signIn(), 'unauthorized');
  });

  it('a replayed answer opens no second session', async () => {
    const { url, cookie } = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const { search } = await provider.browse(url);
    const end = { ...VISITOR, query: search, cookie };
    const attempts = [staff, other].map((instance) => openIdOf(instance).finish(end));
    const states = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a replayed code opens no second session, even if everything else is repeated', async () => {
    const { url, cookie } = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const { search } = await provider.browse(url);
    await test.database.none('create table kept as table staff_challenges');
    await openIdOf(staff).finish({ ...VISITOR, query: search, cookie });
    await test.database.none(
      'insert into staff_challenges table kept; drop table kept; delete from staff_sessions',
    );
    await expectNoSession(openIdOf(staff).finish({ ...VISITOR, query: search, cookie }), 'unauthorized');
  });

  it.each([undefined, '', 'A'.repeat(43), 'A'.repeat(1_000_000), 'a\0b'])(
    'an answer in a browser that did not begin opens no session: %.20s',
    async (cookie) => {
      const { url } = await openIdOf(staff).begin({ sender: VISITOR.sender });
      const { search } = await provider.browse(url);
      await expectNoSession(openIdOf(staff).finish({ ...VISITOR, query: search, cookie }), 'unauthorized');
    },
  );

  it('the answer to the sign-in of someone else opens no session', async () => {
    const mine = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const theirs = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const { search } = await provider.browse(theirs.url);
    const end = { ...VISITOR, query: search, cookie: mine.cookie };
    await expectNoSession(openIdOf(staff).finish(end), 'unauthorized');
  });

  it('an answer after ten minutes opens no session', async () => {
    const { url, cookie } = await openIdOf(staff).begin({ sender: VISITOR.sender });
    const { search } = await provider.browse(url);
    await test.database.none("update staff_challenges set expires_at = expires_at - interval '10 minutes'");
    await expectNoSession(openIdOf(staff).finish({ ...VISITOR, query: search, cookie }), 'unauthorized');
  });

  it.each<[string, object]>([
    ['an address that is not verified', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['an address that is verified in words', { email_verified: 'true' }],
    ['no address', { email: undefined }],
    ['an unknown address', { email: 'otto@example.com' }],
    ['another letter case', { email: 'Anna@example.com' }],
    ['a Cyrillic look-alike', { email: '\u0430nna@example.com' }],
    ['a look-alike domain', { email: 'anna@ex\u0430mple.com' }],
    ['a letter that folds to another', { email: 'ann\uff41@example.com' }],
    ['white space', { email: ' anna@example.com' }],
    ['a comment', { email: 'anna@example.com (anna)' }],
    ['two addresses', { email: 'anna@example.com,otto@example.com' }],
  ])('%s opens no session', async (_, claims) => {
    provider.account = { ...ANNA, ...claims };
    await expectNoSession(signIn(), 'forbidden');
    const [member] = await staff.people.list({ tenantId: 1, actor: OPERATOR });
    expect(member?.accepted_at).toBeNull();
  });

  it.each(['kelvin', 'dotless'])('a letter that lower case changes opens no session: %s', async (letter) => {
    const [invited, sent] =
      letter === 'kelvin'
        ? ['kim@example.com', '\u212aim@example.com']
        : ['ilse@example.com', '\u0130lse@example.com'];
    await invite(invited);
    provider.account = { ...ANNA, email: sent };
    await expectNoSession(signIn(), 'forbidden');
  });

  it('the letter case of the domain does not matter', async () => {
    provider.account = { ...ANNA, email: 'anna@Example.COM' };
    expect(await signIn()).toBeDefined();
  });

  it('another account of the provider with the same address is not the same person', async () => {
    await signIn();
    await test.database.none('delete from staff_sessions');
    provider.account = { ...ANNA, sub: 'another' };
    await expectNoSession(signIn(), 'forbidden');
  });

  it('a removed person opens no session', async () => {
    await signIn();
    await staff.people.remove({ tenantId: 1, actor: OPERATOR, person: ANNA.email });
    await expectNoSession(signIn(), 'forbidden');
  });
});

describe('while the provider is away', () => {
  const away = () =>
    test.another({ openId: settings({ provider: { ...CLIENT, issuer: 'http://127.0.0.1:1' } }) });

  it('a sign-in says so', async () => {
    await expect(openIdOf(away()).begin({ sender: VISITOR.sender })).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The identity provider does not answer. Try again in a moment.',
      details: { retryAfter: 5 },
    });
  });

  it('other ways to sign in stay open', async () => {
    await test.member('otto@example.com');
    const attempt = { ...VISITOR, email: 'otto@example.com', password: PASSWORD };
    expect(await away().signInByPassword(attempt)).toBeDefined();
  });

  it.each(['no answer', 'errors'])('the end of a sign-in says so: %s', async (fault) => {
    const short = await startProvider(`${DESK_URL}${OPEN_ID_PATH}`);
    const instance = test.another({ openId: settings({ provider: { ...CLIENT, issuer: short.issuer } }) });
    const { url, cookie } = await openIdOf(instance).begin({ sender: VISITOR.sender });
    short.account = ANNA;
    const { search } = await short.browse(url);
    short.isAway = true;
    if (fault === 'no answer') await short.stop();
    const end = openIdOf(instance).finish({ ...VISITOR, query: search, cookie });
    await expectNoSession(end, 'unavailable');
    if (fault === 'errors') await short.stop();
  });

  it('the first sign-in after that works', async () => {
    await invite();
    const instance = test.another({ openId: settings() });
    provider.isAway = true;
    await expect(signInAt(instance)).rejects.toMatchObject({ kind: 'unavailable' });
    provider.isAway = false;
    expect(await signInAt(instance)).toBeDefined();
  });
});

/** A provider that begins well, and then answers one path in its own way. */
async function startHostileProvider(path: string, answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (request.url?.startsWith(path)) return answer(response);
    const { port } = server.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: false,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const DISCOVERY = '/.well-known/openid-configuration';

describe('S51 a provider that is hostile or wrong', () => {
  let refusals: OpenIdRefusal[];

  beforeEach(async () => {
    refusals = [];
    await invite();
  });

  const reporting = (more: Partial<OpenIdSettings> = {}) =>
    test.another({ openId: settings(more), onRefusal: (refusal) => void refusals.push(refusal) });

  /** More than 1 MB, the first part of which is JSON that could be read. */
  const large = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(`{"a":"${'a'.repeat(1_000_001)}"}`);
  };
  const endless = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json');
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  };
  const dripping = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json');
    response.write('{');
    const drip = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(drip));
  };

  it.each([
    ['large', DISCOVERY, large, 'more than 1000000 bytes'],
    ['endless', DISCOVERY, endless, 'more than 1000000 bytes'],
    ['dripping', DISCOVERY, dripping, 'OAUTH_TIMEOUT'],
    ['large', '/token', large, 'more than 1000000 bytes'],
    ['endless', '/token', endless, 'more than 1000000 bytes'],
    ['dripping', '/token', dripping, 'OAUTH_TIMEOUT'],
    [
      'other JSON',
      '/token',
      (response: ServerResponse) => response.setHeader('Content-Type', 'application/json').end('null'),
      'OAUTH_INVALID_RESPONSE',
    ],
    ['a page', '/token', (response: ServerResponse) => response.end('<html>'), 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ] as const)(
    'opens no session by an answer that is %s to %s, and the log says why',
    async (_, path, answer, check) => {
      const hostile = await startHostileProvider(path, answer);
      const { issuer } = hostile;
      const openId = openIdOf(reporting({ provider: { ...CLIENT, issuer } }));
      const signing = async () => {
        const { url, cookie } = await openId.begin({ sender: VISITOR.sender });
        const state = new URL(url).searchParams.get('state');
        return openId.finish({ ...VISITOR, query: `?code=secret-code&state=${state}`, cookie });
      };
      await expect(signing()).rejects.toMatchObject({
        message: expect.stringMatching(/^(?:The identity provider does not answer|Sign-in failed)/),
      });
      expect(refusals).toEqual([{ client: CLIENT.clientId, issuer, check: expect.stringContaining(check) }]);
      await hostile.stop();
    },
  );

  it.each<[string, Record<string, unknown>, string]>([
    ['issued an hour ahead', { iat: Date.now() / 1_000 + 3_600 }, 'the ID token is issued in the future'],
    ['of another client', { aud: 'another client' }, 'claim aud'],
    ['that is over', { exp: 1 }, 'claim exp'],
    ['with another nonce', { nonce: 'A'.repeat(43) }, 'claim nonce'],
  ])(
    'opens no session by a token %s, and the log names the check, and no claim or token',
    async (_, claims, check) => {
      provider.forge = { claims };
      await expectNoSession(signInAt(reporting()), 'unauthorized');
      expect(refusals).toEqual([
        { client: CLIENT.clientId, issuer: provider.issuer, check: expect.stringContaining(check) },
      ]);
      expect(JSON.stringify(refusals)).not.toMatch(/ey[JK]|anna|another client|AAAA/);
    },
  );

  it('opens a session by a token of a clock that is a minute ahead', async () => {
    provider.forge = { claims: { iat: Math.floor(Date.now() / 1_000) + 60 } };
    expect(await signInAt(reporting())).toBeDefined();
    expect(refusals).toEqual([]);
  });

  it('leaves the text of others out of the log', async () => {
    const change = (query: URLSearchParams) =>
      query.set('error', 'access_denied eyJhbGciOi anna@example.com');
    const instance = reporting();
    await expectNoSession(signIn({ first: instance, second: instance }, change), 'unauthorized');
    provider.account = { ...ANNA, email: 'otto@example.com' };
    await expectNoSession(signInAt(instance), 'forbidden');
    expect(refusals.map(({ check }) => check)).toEqual([
      expect.stringContaining('authorization response'),
      'notInvited',
    ]);
    expect(JSON.stringify(refusals)).not.toMatch(/eyJ|example\.com/);
  });
});

describe('OIDC_ONLY', () => {
  it('closes the other ways', async () => {
    const anna = await test.member('anna@example.com');
    const only = test.another({ openId: settings({ only: true }) });
    const session = await only.sessions.find(anna.token);
    if (!session) throw new Error('anna is not signed in');
    const { link } = await only.people.newLink({ tenantId: 1, actor: OPERATOR, person: anna.id });
    expect(only.ways).toEqual({ password: false, passkey: false, openId: true });
    expect(await only.links.show(tokenOf(link))).toMatchObject({ needs: 'provider' });
    for (const attempt of [
      () => only.signInByPassword({ ...VISITOR, email: anna.email, password: PASSWORD }),
      () => only.links.accept(tokenOf(link), { ...VISITOR, password: PASSWORD }),
      () => only.links.signIn(tokenOf(link), VISITOR),
      () =>
        only.account.changePassword(session, { ...VISITOR, current: PASSWORD, password: 'another password' }),
      () => only.passkeys.registrationOptions(session),
      () => only.passkeys.signInOptions(VISITOR.sender),
      () => only.resets.ask({ email: anna.email, sender: VISITOR.sender }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(await signInAt(only)).toBeDefined();
  });
});
