import { type Executor, sql } from '@guidepost/postgres';
import { AppError, LONGEST_NAME, parseName } from '@guidepost/service-kit';
import { changeStaff, refuseLastOwner } from './change-staff.ts';
import { hashAddress, requireEmailAddress } from './email-address.ts';
import { createLanguageChange, type LanguageLimit, readLanguageLimit } from './member-languages.ts';
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
import { ensureName, insertPerson, markSessionsForRenewal } from './person-statements.ts';
import type { Role, StaffEvent } from './staff-event.ts';
import { isLoopback } from './staff-variables.ts';
import { forgetPerson } from './tenant-staff.ts';

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
  /** Undefined or null for all. */
  languages?: LanguageLimit['languages'] | undefined;
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
  /**
   * @throws AppError `invalid` for the fields `email` and `languages`, `conflict` if the person is a member or invited
   */
  invite(change: Invitation): Promise<MemberLink>;
  /** @throws AppError as `invite` does */
  requireNew(change: Omit<Invitation, 'also'>): Promise<void>;
  /**
   * Invites someone whom an owner of this tenant has invited to its partner in the other service, without a link: the
   * invitation is accepted there, and here when the person passes (S43).
   * @throws AppError as `invite` does, and `not-found` or `forbidden` unless `by` owns this tenant
   */
  inviteFromPartner(change: PartnerInvitation): Promise<void>;
  list(change: StaffChange): Promise<ListedMember[]>;
  /** Renews the person's sessions. Owners are limited to no languages. @throws AppError `conflict` for the last one */
  changeRole(change: MemberChange & { role: Role }): Promise<{ changed: boolean; member: Member }>;
  /**
   * Limits the person to texts in some languages of the tenant, or to none of them no more. Renews the person's
   * sessions.
   * @throws AppError `invalid` for the field `languages`
   */
  changeLanguages(
    change: MemberChange & Pick<LanguageLimit, 'languages'>,
  ): Promise<{ changed: boolean; member: Member }>;
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
  insert into staff_memberships (tenant_id, person_id, role, invited_by, languages)
  values ($1, $2, $3, $4, $5)
  on conflict do nothing
  returning person_id
`;
const listMembers = sql`
  select p.id, p.email, case when m.accepted_at is not null then p.name end as name, m.role, m.languages, m.invited_by,
    m.invited_at, m.accepted_at,
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
  set role = $3, languages = case when $3 <> 'owner' then languages end
  where tenant_id = $1 and person_id = $2
`;
const deleteMembership = sql`
  delete from staff_memberships
  where tenant_id = $1 and person_id = $2
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
    { tenantId, actor, email, role, languages: asked = null }: Invitation,
    details: StaffEvent['details'] = {},
  ): Promise<Member> {
    const languages = await readLanguageLimit(
      transaction,
      { tenantId, role, languages: asked },
      options.languagesOf,
    );
    const person = await transaction.one<{ id: number; email: string }>(insertPerson([email]));
    const values = [tenantId, person.id, role, actor.name, languages];
    const added = await transaction.oneOrNone(insertMembership(values));
    if (!added) throw isMember(person.email);
    await transaction.none(deleteDeparture([tenantId, hashAddress(person.email)]));
    const event = { tenantId, actor, action: 'staff.invite', person } as const;
    const limit = languages && { languages: languages.join(', ') };
    await note(transaction, { ...event, details: { role, ...limit, ...details } });
    return { ...person, name: null, role, languages, accepted: false };
  }

  return {
    async invite({ tenantId, actor, email, role, languages, also }) {
      const address = requireEmailAddress(email);
      return changeStaff(database, { tenantId, actor }, async (transaction) => {
        const member = await add(transaction, { tenantId, actor, email: address, role, languages });
        return links.make(transaction, { tenantId, actor, member, purpose: 'invitation', also });
      });
    },

    async requireNew({ tenantId, actor, email, role, languages = null }) {
      const address = requireEmailAddress(email);
      await changeStaff(database, { tenantId, actor }, async (transaction) => {
        await readLanguageLimit(transaction, { tenantId, role, languages }, options.languagesOf);
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
        const languages = role === 'owner' ? null : member.languages;
        return { changed: true, member: { ...member, role, languages } };
      });
    },

    changeLanguages: createLanguageChange(options),

    remove({ tenantId, actor, person }) {
      return changeStaff(database, { tenantId, actor }, async (transaction, members) => {
        const member = await requireMember(transaction, tenantId, person);
        if (tenantId !== INSTANCE) refuseLastOwner(members, member.id);
        await lockPerson(transaction, member.id);
        await transaction.none(deleteMembership([tenantId, member.id]));
        await mail?.withdraw(transaction, { tenantId, personId: member.id });
        await forgetPerson(transaction, member.id);
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

function isMember(email: string): AppError {
  const details = { reason: 'alreadyMember', values: { email } };
  return new AppError('conflict', `${email} is already on the team or invited.`, details);
}

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
