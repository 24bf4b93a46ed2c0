import { maskTokens } from '@guidepost/keys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from './staff-event.ts';
import { OPERATOR, PASSWORD, startStaff, type TestStaff, tokenOf, VISITOR } from './testing/start-staff.ts';

let test: TestStaff;

beforeAll(async () => {
  test = await startStaff();
});

beforeEach(async () => {
  await test.database.none('truncate staff_people, rate_limits restart identity cascade');
  test.events.splice(0);
});

afterAll(() => test.stop());

const GONE = {
  kind: 'not-found',
  message: 'This link has already been used or has expired. Ask for a new one.',
};

async function invite(more: { email?: string; role?: Role } = {}) {
  const request = {
    tenantId: 1,
    actor: OPERATOR,
    email: 'anna@example.com',
    role: 'author' as const,
    ...more,
  };
  const { link } = await test.staff.people.invite(request);
  return tokenOf(link);
}

async function newLink(person: string) {
  const { link } = await test.staff.people.newLink({ tenantId: 1, actor: OPERATOR, person });
  return tokenOf(link);
}

const accept = (token: string, more = {}) =>
  test.staff.links.accept(token, { ...VISITOR, name: 'Anna', password: PASSWORD, ...more });

describe('an invitation', () => {
  it('shows who is invited, as often as it is opened', async () => {
    const token = await invite();
    for (let time = 0; time < 3; time += 1) {
      expect(await test.staff.links.show(token)).toEqual({
        tenantId: 1,
        email: 'anna@example.com',
        name: null,
        role: 'author',
        invitedBy: 'root',
        needs: 'password',
      });
    }
  });

  it('is accepted with a name and a password, and signs in', async () => {
    const session = await accept(await invite(), { name: '  Anna \n Å. ' });
    expect(await test.staff.sessions.find(session)).toMatchObject({
      person: { email: 'anna@example.com', name: 'Anna Å.' },
      memberships: [{ tenantId: 1, role: 'author' }],
    });
    expect(test.events.at(-1)).toMatchObject({
      tenantId: 1,
      action: 'staff.accept',
      actor: { name: 'Anna Å.', role: 'author', door: 'desk' },
      person: { email: 'anna@example.com' },
    });
  });

  it.each(['', ' \n ', 'a'.repeat(201), '\ud800'])('needs a name, not %j', async (name) => {
    const token = await invite();
    await expect(accept(token, { name })).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { name: [expect.any(String)] } },
    });
    expect(await test.staff.links.show(token)).toBeDefined();
  });

  it('ends the session that the browser had', async () => {
    const { token: former } = await test.member('otto@example.com');
    await accept(await invite(), { token: former });
    expect(await test.staff.sessions.find(former)).toBeUndefined();
  });

  it('to another tenant is joined after signing in', async () => {
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    const token = await invite({ email: 'ZOE@example.com' });
    expect(await test.staff.links.show(token)).toMatchObject({ needs: 'join', name: null });
    const session = await test.staff.sessions.find(zoe.token);
    if (!session) throw new Error('zoe is not signed in');
    expect(session.memberships).toEqual([{ tenantId: 2, role: 'editor' }]);
    expect(await test.staff.links.join(token, session)).toEqual({ tenantId: 1 });
    const now = await test.staff.sessions.find(zoe.token);
    expect(now?.renewedToken).toBeDefined();
    expect(now?.memberships).toEqual([
      { tenantId: 1, role: 'author' },
      { tenantId: 2, role: 'editor' },
    ]);
    await expect(test.staff.links.join(token, session)).rejects.toMatchObject(GONE);
  });
});

describe('an invitation of someone who was removed from the only other tenant', () => {
  it('sets a new password, since the one of before opens nothing', async () => {
    const { id } = await test.member('zoe@example.com', { tenantId: 2 });
    const token = await invite({ email: 'zoe@example.com' });
    await test.staff.people.remove({ tenantId: 2, actor: OPERATOR, person: id });
    const attempt = { ...VISITOR, email: 'zoe@example.com', password: PASSWORD };
    await expect(test.staff.signInByPassword(attempt)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(await test.staff.links.show(token)).toMatchObject({ needs: 'password' });
    const session = await accept(token, { password: 'a battery of staples' });
    expect((await test.staff.sessions.find(session))?.memberships).toEqual([{ tenantId: 1, role: 'author' }]);
  });
});

describe('a new link', () => {
  it('takes the place of the invitation before', async () => {
    const first = await invite();
    const second = await newLink('anna@example.com');
    await expect(accept(first)).rejects.toMatchObject(GONE);
    expect(await test.staff.links.show(second)).toMatchObject({ needs: 'password' });
  });

  it('sets a new password and ends all sessions', async () => {
    const anna = await test.member('anna@example.com');
    const token = await newLink('anna@example.com');
    expect(await test.staff.links.show(token)).toMatchObject({ needs: 'password', name: 'anna' });
    const session = await accept(token, { password: 'a battery of staples' });
    expect(await test.staff.sessions.find(anna.token)).toBeUndefined();
    expect((await test.staff.sessions.find(session))?.person.name).toBe('anna');
    const attempt = { ...VISITOR, email: 'anna@example.com' };
    await expect(test.staff.signInByPassword({ ...attempt, password: PASSWORD })).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    expect(await test.staff.signInByPassword({ ...attempt, password: 'a battery of staples' })).toBeDefined();
  });

  it('is written to the audit log', async () => {
    await test.member('anna@example.com');
    await newLink('anna@example.com');
    expect(test.events.at(-1)).toMatchObject({ action: 'staff.link', details: { purpose: 'password' } });
  });
});

describe('a link of npm start', () => {
  const signInLink = (deskUrl: string) =>
    test.another({ deskUrl }).people.signInLink({ tenantId: 1, actor: OPERATOR, person: 'anna@example.com' });

  it.each(['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010'])(
    'signs in without a password, once: %s',
    async (deskUrl) => {
      await invite({ role: 'owner' });
      const { link } = await signInLink(deskUrl);
      const token = tokenOf(link);
      expect(await test.staff.links.show(token)).toMatchObject({ needs: 'sign-in' });
      const session = await test.staff.links.signIn(token, VISITOR);
      expect(await test.staff.sessions.find(session)).toMatchObject({
        memberships: [{ tenantId: 1, role: 'owner' }],
        hasPassword: false,
      });
      await expect(test.staff.links.signIn(token, VISITOR)).rejects.toMatchObject(GONE);
    },
  );

  it.each(['https://desk.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'])(
    'is not made elsewhere: %s',
    async (deskUrl) => {
      await invite({ role: 'owner' });
      await expect(signInLink(deskUrl)).rejects.toMatchObject({ kind: 'forbidden' });
    },
  );
});

describe('S32 a link of one use', () => {
  it('works once', async () => {
    const token = await invite();
    await accept(token);
    await expect(accept(token)).rejects.toMatchObject(GONE);
    await expect(test.staff.links.show(token)).rejects.toMatchObject(GONE);
  });

  it('works once for twenty that use it at the same time, on two instances', async () => {
    const token = await invite();
    const other = test.another();
    const account = { ...VISITOR, name: 'Anna', password: PASSWORD };
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? test.staff : other).links.accept(token, account),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ends after 72 hours', async () => {
    const token = await invite();
    await test.database.none(
      "update staff_links set expires_at = expires_at - interval '71 hours 59 minutes'",
    );
    expect(await test.staff.links.show(token)).toBeDefined();
    await test.database.none("update staff_links set expires_at = expires_at - interval '1 minute'");
    await expect(test.staff.links.show(token)).rejects.toMatchObject(GONE);
    await expect(accept(token)).rejects.toMatchObject(GONE);
  });

  it('is hidden in the log', async () => {
    const token = await invite();
    expect(maskTokens(`/desk/links/${token}?x`)).toBe('/desk/links/gpl_…?x');
  });

  it.each(['join', 'signIn'] as const)('is not used for what it is not meant for: %s', async (use) => {
    const { token: secret } = await test.member('otto@example.com');
    const session = await test.staff.sessions.find(secret);
    if (!session) throw new Error('otto is not signed in');
    const token = await invite();
    const attempt =
      use === 'join' ? test.staff.links.join(token, session) : test.staff.links.signIn(token, VISITOR);
    await expect(attempt).rejects.toMatchObject(GONE);
    expect(await test.staff.links.show(token)).toBeDefined();
  });

  it.each(['', 'gpl_', `gpl_${'A'.repeat(43)}`, `gpl_${'A'.repeat(1_000_000)}`, 'gpl_\0'])(
    'that was never made is not found',
    async (token) => {
      await expect(test.staff.links.show(token)).rejects.toMatchObject(GONE);
      await expect(accept(token)).rejects.toMatchObject(GONE);
    },
  );
});
