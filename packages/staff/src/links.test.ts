import { maskTokens } from '@guidepost/keys';
import { until } from '@guidepost/local-servers/testing';
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
  test.resets.splice(0);
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
        hasPasskeys: false,
        asksAddress: false,
      });
    }
  });

  it('is accepted with a name and a password, and signs in', async () => {
    const session = await accept(await invite(), { name: '  Anna \n Å. ' });
    expect(await test.staff.sessions.find(session)).toMatchObject({
      person: { email: 'anna@example.com', name: 'Anna Å.' },
      memberships: [{ tenantId: 1, role: 'author', languages: null }],
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
    expect(session.memberships).toEqual([{ tenantId: 2, role: 'editor', languages: null }]);
    expect(await test.staff.links.join(token, session)).toEqual({ tenantId: 1 });
    const now = await test.staff.sessions.find(zoe.token);
    expect(now?.renewedToken).toBeDefined();
    expect(now?.memberships).toEqual([
      { tenantId: 1, role: 'author', languages: null },
      { tenantId: 2, role: 'editor', languages: null },
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
    expect((await test.staff.sessions.find(session))?.memberships).toEqual([
      { tenantId: 1, role: 'author', languages: null },
    ]);
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
        memberships: [{ tenantId: 1, role: 'owner', languages: null }],
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

describe('a new password that someone asks for', () => {
  const NEW = 'a battery of staples';
  const ask = (email: string, { sender = VISITOR.sender, staff = test.staff } = {}) =>
    staff.resets.ask({ email, sender });

  /** To whom links have been mailed, at least so many, once this one has, which is asked for last. */
  async function mailedBefore(email: string, count = 0): Promise<string[]> {
    await ask(email, { sender: '203.0.113.9' });
    const recipients = () => test.resets.map(({ to }) => to);
    await until(
      `a link is mailed to ${email}`,
      () => recipients().includes(email) && recipients().length > count,
    );
    return recipients().filter((to) => to !== email);
  }

  /** A link to reset the password of anna@example.com. */
  async function reset(email = 'anna@example.com'): Promise<string> {
    const before = test.resets.length;
    await ask(email);
    await until('a link is mailed', () => test.resets.length > before);
    return tokenOf(test.resets.at(-1) ?? { url: '' });
  }

  const kindOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'done',
      (error: { kind: string }) => error.kind,
    );

  it('is set by a mailed link, once, signs in and ends all sessions', async () => {
    const anna = await test.member('anna@example.com');
    await test.database.none(
      `insert into staff_passkeys (person_id, credential_id, public_key, counter, name) values ($1, 'a', '', 0, 'a')`,
      [anna.id],
    );
    const token = await reset();
    expect(maskTokens(test.resets[0]?.url ?? '')).toBe('https://desk.example.com/desk/links/gpl_…');
    expect(await test.staff.links.show(token)).toMatchObject({
      needs: 'password',
      name: 'anna',
      hasPasskeys: true,
    });
    const session = await accept(token, { password: NEW });
    expect((await test.staff.sessions.find(session))?.person).toMatchObject({ id: anna.id, name: 'anna' });
    expect(await test.staff.sessions.find(anna.token)).toBeUndefined();
    expect(await test.staff.passkeys.list(anna.id)).toEqual([]);
    await expect(accept(token)).rejects.toMatchObject(GONE);
    const attempt = { ...VISITOR, email: 'anna@example.com' };
    expect(await kindOf(test.staff.signInByPassword({ ...attempt, password: PASSWORD }))).toBe(
      'unauthorized',
    );
    expect(await kindOf(test.staff.signInByPassword({ ...attempt, password: NEW }))).toBe('done');
  });

  it('is in the audit log of each tenant of the person once it is set', async () => {
    await test.member('anna@example.com');
    await test.database.none(
      `insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
       select 2, id, 'owner', 'root', now() from staff_people`,
    );
    test.events.splice(0);
    const token = await reset();
    expect(test.events).toEqual([]);
    await accept(token);
    const expected = { action: 'staff.reset', person: { email: 'anna@example.com' } };
    expect(test.events).toMatchObject([
      { ...expected, tenantId: 1, actor: { name: 'anna', role: 'editor', door: 'desk' } },
      { ...expected, tenantId: 2, actor: { role: 'owner' } },
    ]);
  });

  it('is mailed to the stored address of people who sign in, and to no other', async () => {
    await test.member('anna@example.com');
    await test.member('zoe@example.com');
    await test.member('otto@example.com');
    await test.staff.people.remove({ tenantId: 1, actor: OPERATOR, person: 'otto@example.com' });
    await invite({ email: 'new@example.com' });
    for (const email of ['nobody@example.com', 'new@example.com', 'otto@example.com']) await ask(email);
    await ask(' Zoe@EXAMPLE.com\n');
    expect(await mailedBefore('anna@example.com', 1)).toEqual(['zoe@example.com']);
  });

  it.each([
    '',
    'anna',
    'anna@example.com\r\nBcc: eve@example.com',
    'anna@example.com, eve@example.com',
    'anna@example.com\0',
    'anna@exаmple.com',
  ])('is not asked for by what is no address: %j', async (email) => {
    await test.member('anna@example.com');
    await expect(ask(email)).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { email: [expect.any(String)] } },
    });
    expect(await mailedBefore('anna@example.com')).toEqual([]);
  });

  it.each(['known@example.com', 'unknown@example.com'])(
    'S32 is asked for a thousand times for %s: five a day are answered, the others told when',
    async (email) => {
      await test.member('known@example.com');
      const other = test.another();
      const asks = Array.from({ length: 1_000 }, (_, index) => {
        const spelled = index % 2 ? email : email.toUpperCase();
        return ask(spelled, { sender: `192.0.2.${index % 250}`, staff: index % 3 ? test.staff : other });
      });
      const outcomes = await Promise.allSettled(asks);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toHaveLength(995);
      const { kind, details } = refused[0]?.reason ?? {};
      expect(kind).toBe('rate-limited');
      expect(details.retryAfter).toBeGreaterThan(86_000);
      await test.member('zoe@example.com');
      const mailed = email === 'known@example.com' ? 5 : 0;
      expect(await mailedBefore('zoe@example.com', mailed)).toEqual(Array(mailed).fill(email));
    },
  );

  it('S32 is asked for by a sender twenty times in a quarter of an hour, by /64 and for any address', async () => {
    const kinds: string[] = [];
    for (let index = 0; index < 25; index += 1)
      kinds.push(await kindOf(ask(`person-${index}@example.com`, { sender: `2001:db8:1:2::${index}` })));
    expect(kinds).toEqual([...Array(20).fill('done'), ...Array(5).fill('rate-limited')]);
  });

  it('can be asked for by someone whose account is locked', async () => {
    await test.member('anna@example.com');
    const attempt = { ...VISITOR, email: 'anna@example.com' };
    for (let count = 0; count < 6; count += 1)
      await kindOf(test.staff.signInByPassword({ ...attempt, password: 'wrong' }));
    expect(await accept(await reset())).toBeDefined();
  });

  it('ends after half an hour', async () => {
    await test.member('anna@example.com');
    const token = await reset();
    const pass = (minutes: number) =>
      test.database.none(
        `update staff_challenges set expires_at = expires_at - interval '${minutes} minutes'`,
      );
    await pass(29);
    expect(await test.staff.links.show(token)).toBeDefined();
    await pass(1);
    await expect(test.staff.links.show(token)).rejects.toMatchObject(GONE);
    await expect(accept(token)).rejects.toMatchObject(GONE);
  });

  it('is set by one of twenty that use the link at the same time, and ends other links', async () => {
    await test.member('anna@example.com');
    const [former, token] = [await reset(), await reset()];
    expect(await test.staff.links.show(former)).toBeDefined();
    const other = test.another();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? test.staff : other).links.accept(token, { ...VISITOR, password: NEW }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(accept(former)).rejects.toMatchObject(GONE);
  });

  it('is not set once another one is', async () => {
    const anna = await test.member('anna@example.com');
    const token = await reset();
    const session = await test.staff.sessions.find(anna.token);
    if (!session) throw new Error('anna is not signed in');
    await test.staff.account.changePassword(session, { ...VISITOR, current: PASSWORD, password: NEW });
    await expect(accept(token)).rejects.toMatchObject(GONE);
  });

  it('is not set by someone who has been removed, unless from one of two tenants', async () => {
    await test.member('anna@example.com');
    const zoe = await test.member('zoe@example.com');
    await test.database.none(
      `insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
       values (2, $1, 'author', 'root', now())`,
      [zoe.id],
    );
    const [ofAnna, ofZoe] = [await reset(), await reset('zoe@example.com')];
    for (const person of ['anna@example.com', 'zoe@example.com'])
      await test.staff.people.remove({ tenantId: 1, actor: OPERATOR, person });
    await expect(accept(ofAnna)).rejects.toMatchObject(GONE);
    const session = await test.staff.sessions.find(await accept(ofZoe));
    expect(session?.memberships).toEqual([{ tenantId: 2, role: 'author', languages: null }]);
  });

  it('leaves invitations, and links of owners, as they are until it is set', async () => {
    await test.member('anna@example.com', { tenantId: 2 });
    const invitation = await invite();
    const token = await reset();
    expect(await test.staff.links.show(invitation)).toMatchObject({ needs: 'join' });
    await accept(token, { password: NEW });
    expect(await test.staff.links.show(invitation)).toMatchObject({ needs: 'join' });
    const session = await test.staff.sessions.find(await accept(await reset()));
    expect(session?.memberships).toEqual([{ tenantId: 2, role: 'editor', languages: null }]);
  });

  it('is not offered without mail', async () => {
    const silent = test.another({ mail: undefined });
    expect([test.staff.resets.isOffered, silent.resets.isOffered]).toEqual([true, false]);
    expect(await kindOf(ask('anna@example.com', { staff: silent }))).toBe('forbidden');
  });
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
