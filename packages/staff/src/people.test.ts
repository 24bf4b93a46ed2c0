import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetLanguage, renameLanguage } from './member-languages.ts';
import { ROLES, type StaffActor } from './staff-event.ts';
import { deleteStaff } from './tenant-staff.ts';
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

let test: TestStaff;
let owner: TestMember;

beforeAll(async () => {
  test = await startStaff({
    languagesOf: async (_, tenantId) => (tenantId === 1 ? ['en', 'de', 'pt-BR'] : []),
  });
});

beforeEach(async () => {
  await test.database.none('truncate staff_people, staff_departures, rate_limits restart identity cascade');
  owner = await test.member('olga@example.com', { role: 'owner' });
  test.events.splice(0);
});

afterAll(() => test.stop());

const of = (actor: StaffActor) => ({ tenantId: 1, actor });
const invite = (email: string, actor = owner.actor) =>
  test.staff.people.invite({ ...of(actor), email, role: 'author' });
const rolesNow = async () => {
  const members = await test.staff.people.list(of(OPERATOR));
  return Object.fromEntries(members.map(({ email, role }) => [email, role]));
};

describe('inviting', () => {
  it('makes a link of 256 random bits that works for 72 hours', async () => {
    const { member, link } = await invite('anna@example.com');
    expect(member).toMatchObject({ email: 'anna@example.com', name: null, role: 'author', accepted: false });
    expect(link.url).toMatch(new RegExp(`^${DESK_URL}/desk/links/gpl_[\\w-]{43}$`));
    const { seconds } = await test.database.one<{ seconds: number }>(
      'select extract(epoch from expires_at - created_at)::integer as seconds from staff_links',
    );
    expect(seconds).toBe(72 * 60 * 60);
  });

  it('stores the hash of a link and never the link', async () => {
    const { link } = await invite('anna@example.com');
    const stored = await test.database.one('select l::text as row from staff_links l');
    expect(stored.row).not.toContain(tokenOf(link));
    expect(stored.row).not.toContain(Buffer.from(tokenOf(link)).toString('hex'));
  });

  it('is written to the audit log', async () => {
    const { member } = await invite('anna@example.com');
    expect(test.events).toEqual([
      {
        tenantId: 1,
        actor: owner.actor,
        action: 'staff.invite',
        person: { id: member.id, email: 'anna@example.com' },
        details: { role: 'author' },
      },
    ]);
  });

  it('changes nothing if the audit log cannot be written', async () => {
    const { people } = test.another({ record: () => Promise.reject(new Error('no log')) });
    const request = { ...of(owner.actor), email: 'anna@example.com', role: 'author' as const };
    await expect(people.invite(request)).rejects.toThrow('no log');
    expect(await rolesNow()).toEqual({ 'olga@example.com': 'owner' });
  });

  it.each(['anna@example.com', 'ANNA@Example.com'])('refuses who is invited already: %s', async (email) => {
    await invite('anna@example.com');
    await expect(invite(email)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it.each([
    ['no address', 'anna'],
    ['two', 'anna@example.com, otto@example.com'],
    ['a look-alike', 'аnna@example.com'],
    ['a domain that is not ASCII', 'anna@exаmple.com'],
    ['a header', 'anna@example.com\r\nBcc: otto@example.com'],
    ['too long', `${'a'.repeat(64)}@${'example.'.repeat(24)}com`],
  ])('refuses %s', async (_, email) => {
    await expect(invite(email)).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { email: [expect.any(String)] } },
    });
  });
});

describe('the list of people', () => {
  it('shows members and who is invited, and no secret', async () => {
    const { link } = await invite('anna@example.com');
    const [anna, olga, ...others] = await test.staff.people.list(of(owner.actor));
    expect(others).toEqual([]);
    expect(anna).toEqual({
      id: expect.any(Number),
      email: 'anna@example.com',
      name: null,
      role: 'author',
      languages: null,
      invited_by: 'olga',
      invited_at: expect.any(Date),
      accepted_at: null,
      last_seen_at: null,
      link_expires_at: link.expiresAt,
    });
    expect(olga).toMatchObject({ name: 'olga', role: 'owner', link_expires_at: null });
    expect(olga?.accepted_at).toBeInstanceOf(Date);
    expect(olga?.last_seen_at).toBeInstanceOf(Date);
  });

  it('does not show what other tenants know of someone who is only invited', async () => {
    await test.member('zoe@example.com', { tenantId: 2 });
    await invite('zoe@example.com');
    const members = await test.staff.people.list(of(owner.actor));
    expect(members[1]).toMatchObject({ email: 'zoe@example.com', name: null, last_seen_at: null });
  });
});

describe('a change of role', () => {
  it('holds from the next request on', async () => {
    const anna = await test.member('anna@example.com');
    const change = { ...of(owner.actor), person: anna.id, role: 'author' as const };
    expect(await test.staff.people.changeRole(change)).toMatchObject({ changed: true });
    const session = await test.staff.sessions.find(anna.token);
    expect(session?.memberships).toEqual([{ tenantId: 1, role: 'author', languages: null }]);
    expect(test.events.at(-1)).toMatchObject({
      action: 'staff.role',
      details: { from: 'editor', to: 'author' },
    });
  });

  it('to the same role changes nothing', async () => {
    const anna = await test.member('anna@example.com');
    test.events.splice(0);
    const change = { ...of(owner.actor), person: 'ANNA@example.com', role: 'editor' as const };
    expect(await test.staff.people.changeRole(change)).toMatchObject({ changed: false });
    expect(test.events).toEqual([]);
    expect((await test.staff.sessions.find(anna.token))?.renewedToken).toBeUndefined();
  });
});

describe('the languages of a member', () => {
  const languagesOf = async (person: TestMember) =>
    (await test.staff.sessions.find(person.token))?.memberships[0]?.languages;
  const limit = (person: number, languages: string[] | null, tenantId = 1) =>
    test.staff.people.changeLanguages({ tenantId, actor: OPERATOR, person, languages });

  it('are limited from the next request on, in the order of the tenant, and audited', async () => {
    const anna = await test.member('anna@example.com');
    expect(await limit(anna.id, ['pt_br', 'DE', 'de'])).toMatchObject({ changed: true });
    expect(await languagesOf(anna)).toEqual(['de', 'pt-BR']);
    const event = { action: 'staff.languages', details: { languages: 'de, pt-BR' } };
    expect(test.events.at(-1)).toMatchObject(event);
    expect(await limit(anna.id, ['de', 'pt-BR'])).toMatchObject({ changed: false });
    expect(test.events.at(-1)).toMatchObject(event);
    expect(await limit(anna.id, null)).toMatchObject({ changed: true, member: { languages: null } });
    expect(await languagesOf(anna)).toBeNull();
  });

  it('are chosen with an invitation', async () => {
    const wanted = { ...of(owner.actor), email: 'anna@example.com', role: 'author' } as const;
    const { member } = await test.staff.people.invite({ ...wanted, languages: ['de'] });
    expect(member.languages).toEqual(['de']);
    expect(test.events.at(-1)?.details).toEqual({ role: 'author', languages: 'de' });
    expect((await test.staff.people.list(of(OPERATOR)))[0]).toMatchObject({ languages: ['de'] });
  });

  it.each([
    ['an unknown one', 'author', ['sv']],
    ['one that is hardly a tag', 'author', ['de,en']],
    ['none', 'author', []],
    ['some for an owner', 'owner', ['de']],
  ] as const)('cannot be %s', async (_, role, languages) => {
    const refusal = { kind: 'invalid', details: { fields: { languages: [expect.any(String)] } } };
    const wanted = { ...of(OPERATOR), email: 'new@example.com', role, languages };
    await expect(test.staff.people.requireNew(wanted)).rejects.toMatchObject(refusal);
    await expect(test.staff.people.invite(wanted)).rejects.toMatchObject(refusal);
    const anna = await test.member('anna@example.com', { role });
    await expect(limit(anna.id, [...languages])).rejects.toMatchObject(refusal);
    expect(await rolesNow()).toEqual({ 'olga@example.com': 'owner', 'anna@example.com': role });
  });

  it('are no matter of editors, nor of other tenants', async () => {
    const anna = await test.member('anna@example.com');
    const change = { person: owner.id, languages: ['de'] };
    await expect(test.staff.people.changeLanguages({ ...of(anna.actor), ...change })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(limit(owner.id, ['de'], 2)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('end for someone who becomes an owner', async () => {
    const anna = await test.member('anna@example.com');
    await limit(anna.id, ['de']);
    await test.staff.people.changeRole({ ...of(OPERATOR), person: anna.id, role: 'owner' });
    expect(await languagesOf(anna)).toBeNull();
  });

  it('never grow because a language has gone, and follow one that is renamed', async () => {
    const anna = await test.member('anna@example.com');
    await limit(anna.id, ['en', 'de']);
    await renameLanguage(test.database, { tenantId: 1, from: 'en', to: 'en-GB' });
    await forgetLanguage(test.database, { tenantId: 2, language: 'de' });
    expect(await languagesOf(anna)).toEqual(['en-GB', 'de']);
    for (const language of ['de', 'en-GB']) await forgetLanguage(test.database, { tenantId: 1, language });
    expect(await languagesOf(anna)).toEqual([]);
  });
});

describe('the last owner', () => {
  const lower = (person: number) => test.staff.people.changeRole({ ...of(OPERATOR), person, role: 'editor' });
  const remove = (person: number) => test.staff.people.remove({ ...of(OPERATOR), person });

  it('cannot be removed or lowered, even by an operator', async () => {
    await expect(remove(owner.id)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(lower(owner.id)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await rolesNow()).toEqual({ 'olga@example.com': 'owner' });
  });

  it('is the last one while others are only invited', async () => {
    await test.staff.people.invite({ ...of(OPERATOR), email: 'anna@example.com', role: 'owner' });
    await expect(remove(owner.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is the last one, whatever other tenants have', async () => {
    await test.member('zoe@example.com', { role: 'owner', tenantId: 2 });
    await expect(remove(owner.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('can go once there is another', async () => {
    await test.member('anna@example.com', { role: 'owner' });
    await remove(owner.id);
    expect(await rolesNow()).toEqual({ 'anna@example.com': 'owner' });
  });

  it('is kept when two owners remove each other at the same time', async () => {
    const other = await test.member('anna@example.com', { role: 'owner' });
    const { people } = test.another();
    const outcomes = await test.database.tx(async (transaction) => {
      await transaction.any('select from staff_memberships for update');
      const both = [
        test.staff.people.remove({ ...of(owner.actor), person: other.id }),
        people.remove({ ...of(other.actor), person: owner.id }),
      ];
      await untilBlocked(test.database, 2);
      return { both: Promise.allSettled(both) };
    });
    const states = (await outcomes.both).map(({ status }) => status);
    expect(states.toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await rolesNow())).toEqual(['owner']);
  });

  it('who only is invited can be removed', async () => {
    const request = { tenantId: 2, actor: OPERATOR, email: 'typo@example.com', role: 'owner' as const };
    const { member } = await test.staff.people.invite(request);
    await test.staff.people.remove({ tenantId: 2, actor: OPERATOR, person: member.id });
    expect(await test.staff.people.list({ tenantId: 2, actor: OPERATOR })).toEqual([]);
  });
});

describe('S33 roles that leak upwards', () => {
  const CHANGES: [string, (actor: StaffActor) => Promise<unknown>][] = [
    [
      'invite',
      (actor) => test.staff.people.invite({ ...of(actor), email: 'new@example.com', role: 'author' }),
    ],
    ['list', (actor) => test.staff.people.list(of(actor))],
    [
      'changeRole',
      (actor) => test.staff.people.changeRole({ ...of(actor), person: owner.id, role: 'author' }),
    ],
    ['remove', (actor) => test.staff.people.remove({ ...of(actor), person: owner.id })],
    ['newLink', (actor) => test.staff.people.newLink({ ...of(actor), person: owner.id })],
    ['signInLink', (actor) => test.staff.people.signInLink({ ...of(actor), person: owner.id })],
  ];

  it.each(CHANGES)('%s is for owners alone', async (_, change) => {
    const others = ROLES.filter((role) => role !== 'owner');
    for (const role of others) {
      const { actor } = await test.member(`${role}@example.com`, { role });
      await expect(change(actor)).rejects.toMatchObject({ kind: 'forbidden' });
      // Whatever the request claims.
      await expect(change({ ...actor, role: 'owner' })).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });

  it.each(CHANGES)('%s is nothing for keys, whatever they claim', async (_, change) => {
    for (const role of ROLES) {
      await expect(change({ name: 'app', role, door: 'api' })).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });

  it.each(CHANGES.filter(([name]) => name !== 'signInLink'))(
    '%s does not exist for the owner of another tenant',
    async (_, change) => {
      const { actor } = await test.member('zoe@example.com', { role: 'owner', tenantId: 2 });
      await expect(change(actor)).rejects.toMatchObject({ kind: 'not-found' });
    },
  );

  it('someone who is only invited as an owner is none yet', async () => {
    await test.member('anna@example.com', { tenantId: 2 });
    const request = { ...of(OPERATOR), email: 'anna@example.com', role: 'owner' as const };
    const { member } = await test.staff.people.invite(request);
    const actor: StaffActor = { name: 'anna', role: 'owner', door: 'desk', personId: member.id };
    await expect(test.staff.people.list(of(actor))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it.each([Number.NaN, 1.5, -1, 1e21, Number.MAX_VALUE, 'a\0b'])('no one has the id %j', async (person) => {
    const { people } = test.staff;
    const change = { ...of(owner.actor), person };
    for (const attempt of [
      () => people.remove(change),
      () => people.newLink(change),
      () => people.changeRole({ ...change, role: 'owner' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    }
  });

  it('members of other tenants cannot be reached by id', async () => {
    const { id } = await test.member('zoe@example.com', { tenantId: 2 });
    const { people } = test.staff;
    const change = { ...of(owner.actor), person: id };
    for (const attempt of [() => people.remove(change), () => people.newLink(change)]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    }
    await expect(people.changeRole({ ...change, role: 'owner' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('an owner makes no link to the account of someone who belongs to another tenant, too', async () => {
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    const { link } = await invite('zoe@example.com');
    const session = await test.staff.sessions.find(zoe.token);
    if (!session) throw new Error('zoe is not signed in');
    await test.staff.links.join(tokenOf(link), session);
    const change = { ...of(owner.actor), person: zoe.id };
    await expect(test.staff.people.newLink(change)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await test.staff.people.newLink({ ...change, actor: OPERATOR })).toBeDefined();
  });

  it('a link to an account ends when the person joins another tenant', async () => {
    const anna = await test.member('anna@example.com');
    const { link } = await test.staff.people.newLink({ ...of(owner.actor), person: anna.id });
    const invitation = { tenantId: 2, actor: OPERATOR, email: anna.email, role: 'owner' as const };
    const { link: invited } = await test.staff.people.invite(invitation);
    expect(await test.staff.links.show(tokenOf(link))).toBeDefined();
    const session = await test.staff.sessions.find(anna.token);
    if (!session) throw new Error('anna is not signed in');
    await test.staff.links.join(tokenOf(invited), session);
    await expect(test.staff.links.show(tokenOf(link))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('an invitation does not set the password of an account that exists', async () => {
    await test.member('zoe@example.com', { tenantId: 2 });
    const { link } = await invite('zoe@example.com');
    const account = { ...VISITOR, name: 'olga', password: 'I know this one' };
    await expect(test.staff.links.accept(tokenOf(link), account)).rejects.toMatchObject({
      kind: 'not-found',
    });
    const attempt = { ...VISITOR, email: 'zoe@example.com' };
    expect(await test.staff.signInByPassword({ ...attempt, password: PASSWORD })).toBeDefined();
  });

  it('an invitation is joined by the one who was invited alone', async () => {
    await test.member('zoe@example.com', { tenantId: 2 });
    const { link } = await invite('zoe@example.com');
    const session = await test.staff.sessions.find(owner.token);
    if (!session) throw new Error('olga is not signed in');
    await expect(test.staff.links.join(tokenOf(link), session)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('removing', () => {
  it('deletes everything about a person who belongs to no other tenant', async () => {
    const { id } = await test.member('anna@example.com');
    await test.staff.people.remove({ ...of(owner.actor), person: id });
    const left = await test.database.any('select email from staff_people');
    expect(left).toEqual([{ email: 'olga@example.com' }]);
    expect(test.events.at(-1)).toMatchObject({ action: 'staff.remove', details: { role: 'editor' } });
  });

  it('leaves a person to other tenants', async () => {
    const { id, token } = await test.member('zoe@example.com', { tenantId: 2 });
    const { link } = await invite('zoe@example.com');
    const session = await test.staff.sessions.find(token);
    if (!session) throw new Error('zoe is not signed in');
    await test.staff.links.join(tokenOf(link), session);
    await test.staff.people.remove({ ...of(owner.actor), person: id });
    const members = await test.staff.people.list({ tenantId: 2, actor: OPERATOR });
    expect(members).toMatchObject([{ email: 'zoe@example.com', role: 'editor' }]);
  });

  it('makes the links of the person useless', async () => {
    const { member, link } = await invite('anna@example.com');
    await test.staff.people.remove({ ...of(owner.actor), person: member.id });
    await expect(test.staff.links.show(tokenOf(link))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('loses no invitation that another tenant makes meanwhile', async () => {
    const { id } = await test.member('anna@example.com');
    await test.database
      .tx(async (transaction) => {
        await transaction.one(
          'insert into staff_people (email) values ($1) on conflict (email_folded) do update set email = staff_people.email returning id',
          ['anna@example.com'],
        );
        const removed = test.staff.people.remove({ ...of(owner.actor), person: id });
        await untilBlocked(test.database);
        await transaction.none(
          "insert into staff_memberships (tenant_id, person_id, role, invited_by) values (2, $1, 'author', 'root')",
          [id],
        );
        return { removed };
      })
      .then(({ removed }) => removed);
    expect(await test.staff.people.list({ tenantId: 2, actor: OPERATOR })).toMatchObject([{ id }]);
  });

  it('of a whole tenant keeps the people of others', async () => {
    await test.member('anna@example.com');
    const zoe = await test.member('zoe@example.com', { tenantId: 2 });
    await test.database.tx((transaction) => deleteStaff(transaction, 1));
    expect(await test.database.any('select email from staff_people')).toEqual([{ email: 'zoe@example.com' }]);
    expect(await test.staff.sessions.find(owner.token)).toBeUndefined();
    expect(await test.staff.sessions.find(zoe.token)).toBeDefined();
  });
});
