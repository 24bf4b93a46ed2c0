import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeStaff, lockMembers, refuseLastOwner } from './change-staff.ts';
import { foldAddress, hashAddress, requireEmailAddress } from './email-address.ts';
import { type IssuedLink, issueLink, type LinkPurpose } from './links.ts';
import { isLoopback } from './loopback.ts';
import type { Role } from './role.ts';
import type { RecordStaffEvent, StaffActor, StaffEvent } from './staff-event.ts';
import type { StaffMail } from './staff-mail.ts';

/** Someone who belongs to a tenant, or is invited to. */
export interface Member {
  id: number;
  email: string;
  /** Null until the invitation is accepted. */
  name: string | null;
  role: Role;
  accepted: boolean;
}

export interface ListedMember extends Omit<Member, 'accepted'> {
  invited_by: string;
  invited_at: Date;
  accepted_at: Date | null;
  last_seen_at: Date | null;
  /** When the link that was last made for the person ends; null if there is none. */
  link_expires_at: Date | null;
}

/** Who changes which tenant. */
export interface StaffChange {
  tenantId: number;
  actor: StaffActor;
}

/** A link that was made for a member. */
export interface MemberLink {
  member: Member;
  link: IssuedLink;
  /** Whether it is on its way to the member. */
  mailed: boolean;
}

/** The id or the e-mail address of a member. */
export interface MemberChange extends StaffChange {
  person: number | string;
}

/**
 * The people of a tenant. Every function throws AppError `forbidden` to anyone but owners, and `not-found` to people
 * of other tenants.
 */
export interface People {
  /** @throws AppError `invalid` for the field `email`, `conflict` if the person is a member or invited */
  invite(change: StaffChange & { email: string; role: Role }): Promise<MemberLink>;
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

export interface PeopleOptions {
  database: Executor;
  /** The origin of the desk. */
  deskUrl: string;
  record?: RecordStaffEvent | undefined;
  mail?: StaffMail | undefined;
}

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const insertPerson = statement('insert-person');
const insertMembership = statement('insert-membership');
const findMember = statement('find-member');
const listMembers = statement('list-members');
const updateRole = statement('update-role');
const deleteMembership = statement('delete-membership');
const lockPerson = statement('lock-person');
const lockPeopleOfTenant = statement('lock-people-of-tenant');
const deletePersonWithoutMembership = statement('delete-person-without-membership');
const deleteTenantMemberships = statement('delete-tenant-memberships');
const deleteSessions = statement('delete-sessions-of-person');
const markSessions = statement('mark-sessions-for-renewal');
const insertDeparture = statement('insert-departure');
const deleteDeparture = statement('delete-departure');
const belongsElsewhere = statement('belongs-elsewhere');

export function createPeople({ database, deskUrl, record, mail }: PeopleOptions): People {
  const note = async (transaction: Executor, event: StaffEvent) => record?.(transaction, event);

  return {
    async invite({ tenantId, actor, email, role }) {
      const address = requireEmailAddress(email);
      return changeStaff(database, { tenantId, actor }, async (transaction) => {
        const person = await transaction.one<{ id: number; email: string }>(insertPerson([address]));
        const added = await transaction.oneOrNone(insertMembership([tenantId, person.id, role, actor.name]));
        if (!added) throw isMember(person.email);
        await transaction.none(deleteDeparture([tenantId, hashAddress(person.email)]));
        await note(transaction, { tenantId, actor, action: 'staff.invite', person, details: { role } });
        const member = { ...person, name: null, role, accepted: false };
        return makeLink(transaction, { tenantId, actor, member, purpose: 'invitation' });
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
        await transaction.none(markSessions([member.id]));
        const details = { from: member.role, to: role };
        await note(transaction, { tenantId, actor, action: 'staff.role', person: member, details });
        return { changed: true, member: { ...member, role } };
      });
    },

    remove({ tenantId, actor, person }) {
      return changeStaff(database, { tenantId, actor }, async (transaction, members) => {
        const member = await requireMember(transaction, tenantId, person);
        refuseLastOwner(members, member.id);
        await transaction.any(lockPerson([member.id]));
        await transaction.none(deleteMembership([tenantId, member.id]));
        await mail?.withdraw(transaction, { tenantId, personId: member.id });
        await forget(transaction, member.id);
        await transaction.none(insertDeparture([tenantId, hashAddress(member.email)]));
        const details = { role: member.role };
        await note(transaction, { tenantId, actor, action: 'staff.remove', person: member, details });
        return member;
      });
    },

    newLink: (change) => replaceLink(change, ({ accepted }) => (accepted ? 'password' : 'invitation')),

    async signInLink(change) {
      if (change.actor.door !== 'cli') throw new AppError('forbidden', 'Only operators make these links.');
      if (!isLoopback(deskUrl)) throw new AppError('forbidden', 'These links work on loopback only.');
      return replaceLink(change, () => 'sign-in');
    },
  };

  function replaceLink(
    { tenantId, actor, person }: MemberChange,
    purposeFor: (member: Member) => LinkPurpose,
  ): Promise<MemberLink> {
    return changeStaff(database, { tenantId, actor }, async (transaction) => {
      const member = await requireMember(transaction, tenantId, person);
      await transaction.any(lockPerson([member.id]));
      await requireNoOtherTenant(transaction, { tenantId, actor, member });
      const purpose = purposeFor(member);
      const details = { purpose };
      await note(transaction, { tenantId, actor, action: 'staff.link', person: member, details });
      return makeLink(transaction, { tenantId, actor, member, purpose });
    });
  }

  async function makeLink(
    transaction: Executor,
    { tenantId, actor, member, purpose }: StaffChange & { member: Member; purpose: LinkPurpose },
  ): Promise<MemberLink> {
    const link = await issueLink(transaction, { tenantId, personId: member.id, purpose }, deskUrl);
    // Links that sign in are for operators, who see them.
    if (!mail || purpose === 'sign-in') return { member, link, mailed: false };
    const { id: personId, email: to } = member;
    const mailed = await mail.sendLink(transaction, { tenantId, personId, by: actor.name, to, link });
    return { member, link, mailed };
  }
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
  await transaction.none(deleteSessions([personId]));
  await transaction.none(deletePersonWithoutMembership([personId]));
}

function isMember(email: string): AppError {
  const details = { reason: 'alreadyMember', values: { email } };
  return new AppError('conflict', `${email} is already on the team or invited.`, details);
}

async function requireMember(
  transaction: Executor,
  tenantId: number,
  person: number | string,
): Promise<Member> {
  const found = await findOne(transaction, tenantId, person);
  if (found) return found;
  throw new AppError(
    'not-found',
    `${typeof person === 'number' ? 'This person' : person} does not belong to the team.`,
  );
}

async function findOne(
  transaction: Executor,
  tenantId: number,
  person: number | string,
): Promise<Member | null> {
  const isPossible = typeof person === 'number' ? isStoredId(person) : !person.includes('\0');
  if (!isPossible) return null;
  const values = typeof person === 'number' ? [person, null] : [null, foldAddress(person)];
  return transaction.oneOrNone<Member>(findMember([tenantId, ...values]));
}

/** A link opens the person's account, and so every tenant that the person belongs to. */
async function requireNoOtherTenant(
  transaction: Executor,
  { tenantId, actor, member }: { tenantId: number; actor: StaffActor; member: Member },
): Promise<void> {
  if (actor.door === 'cli' || !member.accepted) return;
  const values = [member.id, tenantId, actor.personId ?? null];
  const { elsewhere } = await transaction.one<{ elsewhere: boolean }>(belongsElsewhere(values));
  if (!elsewhere) return;
  throw new AppError(
    'forbidden',
    `${member.email} belongs to other teams, too: ask the operator for a new link.`,
    { reason: 'otherTeams', values: { email: member.email } },
  );
}
