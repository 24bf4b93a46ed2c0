import { type Executor, sql, type TenantTable } from '@guidepost/postgres';
import { AppError, LONGEST_NAME, parseName } from '@guidepost/service-kit';
import { changeStaff, lockMembers, refuseLastOwner } from './change-staff.ts';
import { hashAddress, requireEmailAddress } from './email-address.ts';
import { createMemberLinks, type MemberLink } from './member-links.ts';
import {
  findMember,
  INSTANCE,
  lockPerson,
  type Member,
  type MemberChange,
  type PeopleOptions,
  requireMember,
  type StaffChange,
} from './members.ts';
import {
  deleteSessionsOfPerson,
  ensureName,
  insertPerson,
  markSessionsForRenewal,
} from './person-statements.ts';
import type { Role, StaffEvent } from './staff-event.ts';
import { isLoopback } from './staff-variables.ts';

export interface ListedMember extends Omit<Member, 'accepted'> {
  invited_by: string;
  invited_at: Date;
  accepted_at: Date | null;
  last_seen_at: Date | null;
  /** When the link that was last made for the person ends; null if there is none. */
  link_expires_at: Date | null;
}

export interface Invitation extends StaffChange {
  email: string;
  role: Role;
  /** The name of a tenant of the other service to which the person is invited, too, for the mail. */
  also?: string | undefined;
}

export interface PartnerInvitation {
  tenantId: number;
  email: string;
  role: Role;
  /** The address of the owner. */
  by: string;
  /** The key of the partner, for the audit. */
  partner: string;
}

/**
 * The people of a tenant. Every function throws AppError `forbidden` to anyone but owners, and `not-found` to people
 * of other tenants.
 */
export interface People {
  /** @throws AppError `invalid` for the field `email`, `conflict` if the person is a member or invited */
  invite(change: Invitation): Promise<MemberLink>;
  /** @throws AppError as `invite` does */
  requireNew(change: StaffChange & { email: string }): Promise<void>;
  /**
   * Invites someone whom an owner of this tenant has invited to its partner in the other service, without a link: the
   * invitation is accepted there, and here when the person passes (S43).
   * @throws AppError as `invite` does, and `not-found` or `forbidden` unless `by` owns this tenant
   */
  inviteFromPartner(change: PartnerInvitation): Promise<void>;
  list(change: StaffChange): Promise<ListedMember[]>;
  /** Renews the person's sessions. @throws AppError `conflict` for the last owner */
  changeRole(change: MemberChange & { role: Role }): Promise<{ changed: boolean; member: Member }>;
  /** Ends the person's sessions. @throws AppError `conflict` for the last owner */
  remove(change: MemberChange): Promise<Member>;
  /**
   * A new invitation, or a link to a new password for those who have accepted one.
   * @throws AppError `forbidden` if the person belongs to tenants that the actor does not own
   */
  newLink(change: MemberChange): Promise<MemberLink>;
  /** A link that signs a member in, for operators of a desk on loopback. */
  signInLink(change: MemberChange): Promise<MemberLink>;
}

const insertMembership = sql`
  insert into staff_memberships (tenant_id, person_id, role, invited_by)
  values ($1, $2, $3, $4)
  on conflict do nothing
  returning person_id
`;
const insertOwner = sql`
  insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
  values ($1, $2, 'owner', $3, now())
`;
const listMembers = sql`
  select p.id, p.email, case when m.accepted_at is not null then p.name end as name, m.role, m.invited_by, m.invited_at, m.accepted_at,
    (
      select max(s.last_used_at) from staff_sessions s where s.person_id = p.id and m.accepted_at is not null
    ) as last_seen_at,
    (
      select l.expires_at from staff_links l
      where l.tenant_id = m.tenant_id and l.person_id = p.id and l.expires_at > now()
    ) as link_expires_at
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1
  order by p.email_folded
`;
const updateRole = sql`
  update staff_memberships
  set role = $3
  where tenant_id = $1 and person_id = $2
`;
const deleteMembership = sql`
  delete from staff_memberships
  where tenant_id = $1 and person_id = $2
`;
const lockPeopleOfTenant = sql`
  select p.id
  from staff_people p
  where exists (select from staff_memberships m where m.tenant_id = $1 and m.person_id = p.id)
  order by p.id
  for update
`;
const deletePersonWithoutMembership = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  delete from staff_people p
  where p.id = $1 and not exists (select from staff_memberships m where m.person_id = p.id)
`;
const deleteTenantMemberships = sql`
  with departed as (
    delete from staff_departures where tenant_id = $1
  ), views as (
    delete from staff_views where tenant_id = $1
  )
  delete from staff_memberships
  where tenant_id = $1
`;
const insertDeparture = sql`
  insert into staff_departures (tenant_id, email_hash)
  values ($1, $2)
  on conflict do nothing
`;
const deleteDeparture = sql`
  delete from staff_departures
  where tenant_id = $1 and email_hash = $2
`;

export function createPeople(options: PeopleOptions): People {
  const { database, deskUrl, record, mail } = options;
  const links = createMemberLinks(options);
  const note = async (transaction: Executor, event: StaffEvent) => record?.(transaction, event);

  /** @param details for the audit */
  async function add(
    transaction: Executor,
    { tenantId, actor, email, role }: Invitation,
    details: StaffEvent['details'] = {},
  ): Promise<Member> {
    const person = await transaction.one<{ id: number; email: string }>(insertPerson([email]));
    const added = await transaction.oneOrNone(insertMembership([tenantId, person.id, role, actor.name]));
    if (!added) throw isMember(person.email);
    await transaction.none(deleteDeparture([tenantId, hashAddress(person.email)]));
    const event = { tenantId, actor, action: 'staff.invite', person } as const;
    await note(transaction, { ...event, details: { role, ...details } });
    return { ...person, name: null, role, accepted: false };
  }

  return {
    async invite({ tenantId, actor, email, role, also }) {
      const address = requireEmailAddress(email);
      return changeStaff(database, { tenantId, actor }, async (transaction) => {
        const member = await add(transaction, { tenantId, actor, email: address, role });
        return links.make(transaction, { tenantId, actor, member, purpose: 'invitation', also });
      });
    },

    async requireNew({ tenantId, actor, email }) {
      const address = requireEmailAddress(email);
      await changeStaff(database, { tenantId, actor }, async (transaction) => {
        if (await findMember(transaction, tenantId, address)) throw isMember(address);
      });
    },

    async inviteFromPartner({ tenantId, email, role, by, partner }) {
      const address = requireEmailAddress(email);
      const { id: personId, name } = await requireMember(database, tenantId, by);
      const actor = { name: name ?? by, role: 'owner', door: 'desk', personId } as const;
      await changeStaff(database, { tenantId, actor }, async (transaction) => {
        await add(transaction, { tenantId, actor, email: address, role }, { partner });
      });
    },

    list(change) {
      return changeStaff(database, change, (transaction) =>
        transaction.any<ListedMember>(listMembers([change.tenantId])),
      );
    },

    changeRole({ tenantId, actor, person, role }) {
      return changeStaff(database, { tenantId, actor }, async (transaction, members) => {
        const member = await requireMember(transaction, tenantId, person);
        if (member.role === role) return { changed: false, member };
        refuseLastOwner(members, member.id);
        await transaction.none(updateRole([tenantId, member.id, role]));
        await transaction.none(markSessionsForRenewal([member.id]));
        const details = { from: member.role, to: role };
        await note(transaction, { tenantId, actor, action: 'staff.role', person: member, details });
        return { changed: true, member: { ...member, role } };
      });
    },

    remove({ tenantId, actor, person }) {
      return changeStaff(database, { tenantId, actor }, async (transaction, members) => {
        const member = await requireMember(transaction, tenantId, person);
        if (tenantId !== INSTANCE) refuseLastOwner(members, member.id);
        await lockPerson(transaction, member.id);
        await transaction.none(deleteMembership([tenantId, member.id]));
        await mail?.withdraw(transaction, { tenantId, personId: member.id });
        await forget(transaction, member.id);
        await transaction.none(insertDeparture([tenantId, hashAddress(member.email)]));
        const details = { role: member.role };
        await note(transaction, { tenantId, actor, action: 'staff.remove', person: member, details });
        return member;
      });
    },

    newLink: (change) => links.replace(change, ({ accepted }) => (accepted ? 'password' : 'invitation')),

    async signInLink(change) {
      if (change.actor.door !== 'cli') throw new AppError('forbidden', 'Only operators make these links.');
      if (!isLoopback(deskUrl)) throw new AppError('forbidden', 'These links work on loopback only.');
      return links.replace(change, () => 'sign-in');
    },
  };
}

/** The id of the person with an address, who gets a name if there is none. */
export async function ensurePerson(
  transaction: Executor,
  { email, name }: { email: string; name: string },
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(insertPerson([requireEmailAddress(email)]));
  await transaction.none(ensureName([id, requireName(name)]));
  return id;
}

/** Has a person own a tenant that the person has just made. */
export async function addOwner(
  transaction: Executor,
  { tenantId, person }: { tenantId: number; person: { id: number; name: string } },
): Promise<void> {
  await transaction.none(insertOwner([tenantId, person.id, person.name]));
}

/** Deletes the staff of a tenant that is deleted, and the people who belong to no other one. */
export async function deleteStaff(transaction: Executor, tenantId: number): Promise<void> {
  await lockMembers(transaction, tenantId);
  const people = await transaction.any<{ id: number }>(lockPeopleOfTenant([tenantId]));
  await transaction.none(deleteTenantMemberships([tenantId]));
  for (const { id } of people) await forget(transaction, id);
}

/** Signs a person out, and deletes one without a tenant. The person is locked: other tenants may be inviting. */
async function forget(transaction: Executor, personId: number): Promise<void> {
  await transaction.none(deleteSessionsOfPerson([personId]));
  await transaction.none(deletePersonWithoutMembership([personId]));
}

function isMember(email: string): AppError {
  const details = { reason: 'alreadyMember', values: { email } };
  return new AppError('conflict', `${email} is already on the team or invited.`, details);
}

/** A tenant's staff. People have other ids in the target, so no row is there before it names the right one. */
export const STAFF_TABLES: Readonly<Record<string, TenantTable>> = {
  staff_memberships: { column: 'tenant_id', withSwitch: true, people: ['person_id'] },
  staff_links: { column: 'tenant_id', withSwitch: true, people: ['person_id'] },
  staff_departures: { column: 'tenant_id', withSwitch: true },
  staff_views: { column: 'tenant_id', withSwitch: true, people: ['person_id'] },
};

/** Tables that do not move with a tenant, with the reason. */
export const STAFF_TABLES_LEFT: Readonly<Record<string, string>> = {
  staff_people: 'People belong to no tenant. Those whom rows name are copied by themselves.',
  staff_passkeys: 'They go with the people who are copied.',
  staff_identities: 'They go with the people who are copied.',
  staff_sessions: 'A session is good for all tenants of a person, so it stays. People sign in again.',
  staff_tickets: 'They are good for seconds.',
  staff_challenges: 'Sign-ins that have begun are begun again.',
};

/** A name of a person or of a passkey, as it is stored. @throws AppError `invalid` for the field `name` */
export function requireName(text: string): string {
  const name = parseName(text);
  if (name !== undefined) return name;
  const message = `A name has 1 to ${LONGEST_NAME} characters.`;
  throw new AppError('invalid', message, {
    fields: { name: [message] },
    reason: 'nameLength',
    values: { limit: LONGEST_NAME },
  });
}
