import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Session } from './sessions.ts';
import type { Staff } from './staff.ts';
import { type Authenticator, createAuthenticator, type Faults } from './testing/authenticator.ts';
import {
  DESK_URL,
  OPERATOR,
  PASSWORD,
  startStaff,
  type TestMember,
  type TestStaff,
  tokenOf,
  VISITOR,
} from './testing/start-staff.ts';
import { canHavePasskeys } from './webauthn.ts';

let test: TestStaff;
let other: Staff;
let anna: TestMember;
let session: Session;
let authenticator: Authenticator;

beforeAll(async () => {
  test = await startStaff();
  other = test.another();
});

beforeEach(async () => {
  await test.database.none('truncate staff_people, staff_challenges, rate_limits restart identity cascade');
  anna = await test.member('anna@example.com');
  session = await sessionOf(anna.token);
  authenticator = createAuthenticator(DESK_URL);
});

afterAll(() => test.stop());

async function sessionOf(token: string): Promise<Session> {
  const found = await test.staff.sessions.find(token);
  if (!found) throw new Error('there is no session');
  return found;
}

async function register(faults?: Faults, of = session) {
  const options = await test.staff.passkeys.registrationOptions(of);
  const response = authenticator.create(options, faults);
  return other.passkeys.register(of, { response, userAgent: VISITOR.userAgent });
}

async function signIn(faults?: Faults) {
  const options = await test.staff.passkeys.signInOptions(VISITOR.sender);
  return other.passkeys.signIn(authenticator.get(options, faults), VISITOR);
}

const UNUSABLE = 'This passkey could not be used. Try again, or sign in another way.';

describe('registering a passkey', () => {
  it('asks for one that the browser finds by itself, with a PIN, a fingerprint or the like', async () => {
    const options = await test.staff.passkeys.registrationOptions(session);
    expect(options).toMatchObject({
      rp: { id: 'desk.example.com', name: 'desk.example.com' },
      user: { name: 'anna@example.com', displayName: 'anna' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('stores it with the name of the browser', async () => {
    const passkey = await register();
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: 'Firefox on Linux',
      created_at: expect.any(Date),
      last_used_at: null,
    });
    expect(await test.staff.passkeys.list(anna.id)).toEqual([passkey]);
  });

  it('is not offered to an authenticator that has one', async () => {
    await register();
    const { excludeCredentials } = await test.staff.passkeys.registrationOptions(session);
    expect(excludeCredentials).toHaveLength(1);
  });

  it.each<[string, Faults]>([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['another site', { rpID: 'evil.example.com' }],
    ['a challenge that was not issued', { challenge: 'A'.repeat(43) }],
    ['the response to a sign-in', { type: 'webauthn.get' }],
    ['no PIN, fingerprint or the like', { unverified: true }],
  ])('refuses %s', async (_, faults) => {
    await expect(register(faults)).rejects.toMatchObject({ kind: 'invalid', message: UNUSABLE });
    expect(await test.staff.passkeys.list(anna.id)).toEqual([]);
  });

  it('refuses the response to a challenge of someone else', async () => {
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    const options = await test.staff.passkeys.registrationOptions(session);
    const response = authenticator.create(options);
    const attempt = test.staff.passkeys.register(await sessionOf(zoe.token), {
      response,
      userAgent: undefined,
    });
    await expect(attempt).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('takes a response once', async () => {
    const options = await test.staff.passkeys.registrationOptions(session);
    const passkey = { response: authenticator.create(options), userAgent: undefined };
    await test.staff.passkeys.register(session, passkey);
    await expect(other.passkeys.register(session, passkey)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('refuses a passkey of someone else', async () => {
    await register();
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    await expect(register({}, await sessionOf(zoe.token))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('ends at twenty', async () => {
    await test.database.none(
      `insert into staff_passkeys (person_id, credential_id, public_key, counter, name)
       select $1, 'id' || n, '', 0, 'name' from generate_series(1, 20) n`,
      [anna.id],
    );
    await expect(register()).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('signing in by passkey', () => {
  beforeEach(() => register());

  it('needs neither address nor password, on any instance', async () => {
    const token = await signIn();
    expect(await sessionOf(token)).toMatchObject({ person: { email: 'anna@example.com' } });
    const [passkey] = await test.staff.passkeys.list(anna.id);
    expect(passkey?.last_used_at).toBeInstanceOf(Date);
  });

  it('works again', async () => {
    await signIn();
    expect(await signIn()).toBeDefined();
  });

  it('ends the session of before', async () => {
    const options = await test.staff.passkeys.signInOptions(VISITOR.sender);
    await other.passkeys.signIn(authenticator.get(options), { ...VISITOR, token: anna.token });
    expect(await test.staff.sessions.find(anna.token)).toBeUndefined();
  });

  it.each<[string, () => Faults]>([
    ['another origin', () => ({ origin: 'https://evil.example.com' })],
    ['another site', () => ({ rpID: 'evil.example.com' })],
    ['a challenge that was not issued', () => ({ challenge: 'A'.repeat(43) })],
    ['the response to a registration', () => ({ type: 'webauthn.create' })],
    ['no PIN, fingerprint or the like', () => ({ unverified: true })],
    [
      'the signature of another key',
      () => ({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
    ],
    ['the handle of another person', () => ({ userHandle: Buffer.alloc(16).toString('base64url') })],
    ['no handle', () => ({ userHandle: '' })],
  ])('refuses %s', async (_, faults) => {
    await expect(signIn(faults())).rejects.toMatchObject({ kind: 'unauthorized', message: UNUSABLE });
  });

  it('refuses a copy that was used less often', async () => {
    await signIn({ counter: 7 });
    await expect(signIn({ counter: 7 })).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('takes a response once', async () => {
    const options = await test.staff.passkeys.signInOptions(VISITOR.sender);
    const response = authenticator.get(options);
    const attempts = [test.staff, other].map(({ passkeys }) => passkeys.signIn(response, VISITOR));
    const states = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses a response after five minutes', async () => {
    const options = await test.staff.passkeys.signInOptions(VISITOR.sender);
    await test.database.none("update staff_challenges set expires_at = expires_at - interval '5 minutes'");
    const attempt = other.passkeys.signIn(authenticator.get(options), VISITOR);
    await expect(attempt).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('refuses a removed passkey and a removed person', async () => {
    const [passkey] = await test.staff.passkeys.list(anna.id);
    await test.staff.passkeys.remove({ personId: anna.id, id: passkey?.id ?? 0 });
    await expect(signIn()).rejects.toMatchObject({ kind: 'unauthorized', message: UNUSABLE });
    await register();
    await test.staff.people.remove({ tenantId: 1, actor: OPERATOR, person: anna.id });
    await expect(signIn()).rejects.toMatchObject({ kind: 'unauthorized', message: UNUSABLE });
  });

  it('a new link removes all passkeys, since someone else may have added them', async () => {
    const { link } = await test.staff.people.newLink({ tenantId: 1, actor: OPERATOR, person: anna.id });
    await test.staff.links.accept(tokenOf(link), { ...VISITOR, password: PASSWORD });
    await expect(signIn()).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it.each([
    null,
    {},
    { id: 'a\0b', response: null },
    { id: 7, response: { clientDataJSON: 'A' } },
    { id: 'x', response: { clientDataJSON: Buffer.from('null').toString('base64url') } },
  ])('refuses what is no response: %j', async (response) => {
    const attempt = test.staff.passkeys.signIn(response as unknown as AuthenticationResponseJSON, VISITOR);
    await expect(attempt).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('S32 twenty failures lock the sender', async () => {
    const attempt = () => test.staff.passkeys.signIn({} as AuthenticationResponseJSON, VISITOR);
    for (let count = 0; count < 20; count += 1) await attempt().catch(() => {});
    await expect(attempt()).rejects.toMatchObject({ kind: 'rate-limited' });
  });

  it('a sender begins sixty times a minute at most', async () => {
    const begin = () => test.staff.passkeys.signInOptions(VISITOR.sender);
    for (let count = 0; count < 60; count += 1) await begin();
    await expect(begin()).rejects.toMatchObject({ kind: 'rate-limited' });
  });
});

describe('own passkeys', () => {
  it('are renamed and removed by their person alone', async () => {
    const { id } = await register();
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    const { passkeys } = test.staff;
    for (const attempt of [
      () => passkeys.rename({ personId: zoe.id, id, name: 'Mine' }),
      () => passkeys.remove({ personId: zoe.id, id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    }
    await passkeys.rename({ personId: anna.id, id, name: ' Phone ' });
    expect(await passkeys.list(anna.id)).toMatchObject([{ id, name: 'Phone' }]);
    await passkeys.remove({ personId: anna.id, id });
    expect(await passkeys.list(anna.id)).toEqual([]);
  });
});

describe('passkeys are possible', () => {
  it.each([
    ['https://desk.example.com', true],
    ['http://localhost:4010', true],
    ['http://127.0.0.1:4010', false],
    ['http://[::1]:4010', false],
  ])('at %s: %s', (deskUrl, possible) => {
    expect(canHavePasskeys(deskUrl)).toBe(possible);
  });

  it.each([Number.NaN, 1.5, -1, 1e21])('none has the id %p', async (id) => {
    const { passkeys } = test.staff;
    const passkey = { personId: anna.id, id };
    await expect(passkeys.rename({ ...passkey, name: 'Mine' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(passkeys.remove(passkey)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
