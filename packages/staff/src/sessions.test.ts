import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Session } from './sessions.ts';
import type { Staff } from './staff.ts';
import {
  OPERATOR,
  PASSWORD,
  startStaff,
  type TestMember,
  type TestStaff,
  VISITOR,
} from './testing/start-staff.ts';

let test: TestStaff;
let other: Staff;
let anna: TestMember;

beforeAll(async () => {
  test = await startStaff();
  other = test.another();
});

beforeEach(async () => {
  await test.database.none('truncate staff_people, rate_limits restart identity cascade');
  anna = await test.member('anna@example.com');
});

afterAll(() => test.stop());

const change = { tenantId: 1, actor: OPERATOR, person: 'anna@example.com' };
const signIn = (staff = test.staff) =>
  staff.signInByPassword({ ...VISITOR, email: 'anna@example.com', password: PASSWORD });

async function sessionOf(token: string, staff = test.staff): Promise<Session> {
  const session = await staff.sessions.find(token);
  if (!session) throw new Error('there is no session');
  return session;
}

/** Lets time pass for all sessions. */
const wait = (interval: string) =>
  test.database.none(
    'update staff_sessions set created_at = created_at - $1::interval, last_used_at = last_used_at - $1::interval, previous_until = previous_until - $1::interval',
    [interval],
  );

describe('a session', () => {
  it('tells who it is and where the person belongs', async () => {
    expect(await test.staff.sessions.find(anna.token)).toMatchObject({
      person: { id: anna.id, email: 'anna@example.com', name: 'anna' },
      memberships: [{ tenantId: 1, role: 'editor' }],
      hasPassword: true,
      renewedToken: undefined,
    });
  });

  it('has 256 random bits, of which the hash is stored', async () => {
    expect(anna.token).toMatch(/^[\w-]{43}$/);
    const { row } = await test.database.one('select s::text as row from staff_sessions s');
    expect(row).not.toContain(anna.token);
    expect(row).not.toContain(Buffer.from(anna.token).toString('hex'));
  });

  it.each([
    ['an unknown secret', 'A'.repeat(43)],
    ['no secret', undefined],
    ['an empty one', ''],
    ['1 MB', 'A'.repeat(1_000_000)],
    ['a hash', 'select'],
  ])('is not found by %s', async (_, token) => {
    expect(await test.staff.sessions.find(token)).toBeUndefined();
  });

  it.each([
    ['11 hours 59 minutes', true],
    ['12 hours', false],
  ])('that was idle for %s is open: %s', async (idle, isOpen) => {
    await wait(idle);
    expect((await test.staff.sessions.find(anna.token)) !== undefined).toBe(isOpen);
  });

  it.each([
    ['13 days 23 hours 59 minutes', true],
    ['14 days', false],
  ])('that was used all the time is open after %s: %s', async (age, isOpen) => {
    await test.database.none('update staff_sessions set created_at = created_at - $1::interval', [age]);
    expect((await test.staff.sessions.find(anna.token)) !== undefined).toBe(isOpen);
  });

  it('is kept open by use, which is written once a minute at most', async () => {
    const lastUse = async () =>
      (await test.database.one<{ at: Date }>('select last_used_at as at from staff_sessions')).at.getTime();
    await wait('11 hours');
    const before = await lastUse();
    await test.staff.sessions.find(anna.token);
    const first = await lastUse();
    expect(first).toBeGreaterThan(before);
    await wait('59 seconds');
    const waited = await lastUse();
    await test.staff.sessions.find(anna.token);
    expect(await lastUse()).toBe(waited);
  });

  it('is deleted some time after its end', async () => {
    await wait('13 hours');
    await signIn();
    expect(await test.database.one('select count(*) from staff_sessions')).toEqual({ count: 1 });
  });

  it('is listed with the name of the browser, and ended by its person alone', async () => {
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    const { sessions } = test.staff;
    const [session, ...more] = await sessions.list(anna.id);
    expect(more).toEqual([]);
    expect(session).toEqual({
      id: expect.any(Number),
      browser: 'Firefox on Linux',
      created_at: expect.any(Date),
      last_used_at: expect.any(Date),
    });
    const id = session?.id ?? 0;
    expect(await sessions.endOne({ personId: zoe.id, id })).toBe(false);
    expect(await sessions.endOne({ personId: anna.id, id })).toBe(true);
    expect(await sessions.find(anna.token)).toBeUndefined();
    expect(await sessions.find(zoe.token)).toBeDefined();
  });

  it.each([Number.NaN, 1.5, -1, 1e21])('none has the id %p', async (id) => {
    expect(await test.staff.sessions.endOne({ personId: anna.id, id })).toBe(false);
  });

  it('can end all others of its person', async () => {
    const tokens = [await signIn(), await signIn()];
    const { id } = await sessionOf(anna.token);
    await test.staff.sessions.endOthers({ personId: anna.id, id });
    expect(await test.staff.sessions.find(anna.token)).toBeDefined();
    for (const token of tokens) expect(await test.staff.sessions.find(token)).toBeUndefined();
  });
});

describe('the form token of a session', () => {
  it('is the same for all its pages, and on each instance', async () => {
    const { formToken } = await sessionOf(anna.token);
    const elsewhere = await sessionOf(anna.token, other);
    expect(elsewhere.formToken).toBe(formToken);
    expect(elsewhere.acceptsForm(formToken)).toBe(true);
  });

  it('is not the secret of the session', async () => {
    expect((await sessionOf(anna.token)).formToken).not.toContain(anna.token);
  });

  it('of another session, even of the same person, is not accepted', async () => {
    const session = await sessionOf(anna.token);
    const { formToken } = await sessionOf(await signIn());
    for (const sent of [formToken, '', `${session.formToken}A`, anna.token, 'é'.repeat(43)]) {
      expect(session.acceptsForm(sent)).toBe(false);
    }
  });

  it('is not stored', async () => {
    const { formToken } = await sessionOf(anna.token);
    const { row } = await test.database.one('select s::text as row from staff_sessions s');
    expect(row).not.toContain(Buffer.from(formToken, 'base64url').toString('hex'));
  });
});

describe('S30 sessions that are fixed, stolen or outlive a removal', () => {
  it('signing in makes a new secret, and ends the session of before', async () => {
    const token = await test.staff.signInByPassword({
      ...VISITOR,
      email: 'anna@example.com',
      password: PASSWORD,
      token: anna.token,
    });
    expect(token).not.toBe(anna.token);
    expect(await test.staff.sessions.find(anna.token)).toBeUndefined();
    expect(await test.staff.sessions.find(token)).toBeDefined();
  });

  it('a secret that someone planted is never taken over', async () => {
    const planted = 'B'.repeat(43);
    const attempt = { ...VISITOR, email: 'anna@example.com', password: PASSWORD, token: planted };
    await test.staff.signInByPassword(attempt);
    expect(await test.staff.sessions.find(planted)).toBeUndefined();
  });

  describe('after a change of role', () => {
    beforeEach(() => test.staff.people.changeRole({ ...change, role: 'author' }));

    it('the next request gets a new secret', async () => {
      const { id, renewedToken = '' } = await sessionOf(anna.token);
      expect(renewedToken).toMatch(/^[\w-]{43}$/);
      expect(await sessionOf(renewedToken)).toMatchObject({ id, renewedToken: undefined });
    });

    it('the secret of before is valid for 30 seconds, for requests on their way', async () => {
      await sessionOf(anna.token);
      await wait('29 seconds');
      expect(await sessionOf(anna.token)).toMatchObject({ renewedToken: undefined });
      await wait('2 seconds');
      expect(await test.staff.sessions.find(anna.token)).toBeUndefined();
    });

    it('one of many parallel requests gets the new secret, and all succeed', async () => {
      const requests = Array.from({ length: 20 }, (_, index) =>
        sessionOf(anna.token, index % 2 ? test.staff : other),
      );
      const renewed = (await Promise.all(requests)).filter(({ renewedToken }) => renewedToken);
      expect(renewed).toHaveLength(1);
    });

    it('forms of the page before are accepted by the request that gets the new secret', async () => {
      await test.database.none('update staff_sessions set renew = false');
      const { formToken } = await sessionOf(anna.token);
      await test.database.none('update staff_sessions set renew = true');
      const session = await sessionOf(anna.token);
      expect(session.acceptsForm(formToken)).toBe(true);
      expect((await sessionOf(session.renewedToken ?? '')).formToken).toBe(session.formToken);
    });

    it('signing out ends both secrets', async () => {
      const { renewedToken = '' } = await sessionOf(anna.token);
      await test.staff.sessions.end(anna.token);
      for (const token of [anna.token, renewedToken]) {
        expect(await test.staff.sessions.find(token)).toBeUndefined();
      }
    });
  });

  it('a removed person is signed out on every instance with the next request', async () => {
    const tokens = [anna.token, await signIn(other)];
    for (const token of tokens) expect(await other.sessions.find(token)).toBeDefined();
    await test.staff.people.remove(change);
    for (const token of tokens) expect(await other.sessions.find(token)).toBeUndefined();
  });

  it('a new password signs all browsers out but the one that set it', async () => {
    const tokens = [anna.token, await signIn(other)];
    const account = { ...VISITOR, current: PASSWORD, password: 'a battery of staples' };
    const token = await test.staff.account.changePassword(await sessionOf(anna.token), account);
    for (const former of tokens) expect(await other.sessions.find(former)).toBeUndefined();
    expect(await other.sessions.find(token)).toBeDefined();
  });

  it('a sign-in with the password of before cannot finish after the new one is set', async () => {
    const { signing } = await test.database.tx(async (transaction) => {
      await transaction.none("update staff_people set password = 'another'");
      const attempt = signIn(other);
      await untilBlocked(test.database);
      await transaction.none('delete from staff_sessions');
      return { signing: Promise.allSettled([attempt]) };
    });
    expect(await signing).toMatchObject([{ status: 'rejected', reason: { kind: 'unauthorized' } }]);
    expect(await test.staff.sessions.list(anna.id)).toEqual([]);
  });
});
