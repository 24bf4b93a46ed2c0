import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { foldAddress } from './email-address.ts';
import { lockPerson as lock } from './person-statements.ts';
import type { RecordStaffEvent, Role, StaffActor } from './staff-event.ts';
import type { StaffMail } from './staff-mail.ts';

/** Someone who belongs to a tenant, or is invited to. */
export interface Member {
  id: number;
  email: string;
  /** Null until the invitation is accepted. */
  name: string | null;
  role: Role;
  /** BCP 47: those whose texts the person changes; null for all. Owners change all. */
  languages: string[] | null;
  accepted: boolean;
}

/** The tenant of the whole instance: its owners make knowledge bases or forums. No other has this id. */
export const INSTANCE = 0;

/** Who changes which tenant. */
export interface StaffChange {
  tenantId: number;
  actor: StaffActor;
}

/** The id or the e-mail address of a member. */
export interface MemberChange extends StaffChange {
  person: number | string;
}

/** The languages of a tenant, to some of which its people may be limited; none if they cannot. */
export type LanguagesOf = (executor: Executor, tenantId: number) => Promise<readonly string[]>;

export interface PeopleOptions {
  database: Executor;
  /** The origin of the desk. */
  deskUrl: string;
  record?: RecordStaffEvent | undefined;
  mail?: StaffMail | undefined;
  languagesOf?: LanguagesOf | undefined;
}

const find = sql`
  -- The member of tenant $1 with the id $2 or the address $3. What other tenants know of a person shows once the
  -- invitation is accepted.
  select p.id, p.email, case when m.accepted_at is not null then p.name end as name, m.role, m.languages,
    m.accepted_at is not null as accepted
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and (p.id = $2 or p.email_folded = lower($3 collate "C"))
`;

/** @throws AppError `not-found` */
export async function requireMember(
  transaction: Executor,
  tenantId: number,
  person: number | string,
): Promise<Member> {
  const found = await findMember(transaction, tenantId, person);
  if (found) return found;
  throw new AppError(
    'not-found',
    `${typeof person === 'number' ? 'This person' : person} does not belong to the team.`,
  );
}

/** Undefined for someone who is neither a member nor invited. */
export async function findMember(
  transaction: Executor,
  tenantId: number,
  person: number | string,
): Promise<Member | undefined> {
  const isPossible = typeof person === 'number' ? isStoredId(person) : !person.includes('\0');
  if (!isPossible) return undefined;
  const values = typeof person === 'number' ? [person, null] : [null, foldAddress(person)];
  return (await transaction.oneOrNone<Member>(find([tenantId, ...values]))) ?? undefined;
}

/** Waits for others who change the person, and keeps them out until the transaction ends. */
export async function lockPerson(transaction: Executor, personId: number): Promise<void> {
  await transaction.any(lock([personId]));
}

const list = sql`
  -- Those who have accepted their invitation.
  select p.id, p.email
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.role = 'owner' and m.accepted_at is not null
  order by p.id
`;

const listOwned = sql`
  -- Across tenants: those of one person.
  select m.tenant_id as id
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where p.email_folded = lower($1 collate "C") and m.role = 'owner' and m.accepted_at is not null
  order by m.tenant_id
`;

/** The tenants that a person owns. */
export async function listOwnedTenants(executor: Executor, email: string): Promise<number[]> {
  return (await executor.any<{ id: number }>(listOwned([email]))).map(({ id }) => id);
}

/** The owners of a tenant who can sign in, to be written to. */
export function listOwners(executor: Executor, tenantId: number): Promise<{ id: number; email: string }[]> {
  return executor.any(list([tenantId]));
}
