import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldAddress } from './email-address.ts';
import type { Role } from './role.ts';
import type { RecordStaffEvent, StaffActor } from './staff-event.ts';
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

/** Who changes which tenant. */
export interface StaffChange {
  tenantId: number;
  actor: StaffActor;
}

/** The id or the e-mail address of a member. */
export interface MemberChange extends StaffChange {
  person: number | string;
}

export interface PeopleOptions {
  database: Executor;
  /** The origin of the desk. */
  deskUrl: string;
  record?: RecordStaffEvent | undefined;
  mail?: StaffMail | undefined;
}

const findMember = preparedStatement(new URL('./sql/find-member.sql', import.meta.url));
const lock = preparedStatement(new URL('./sql/lock-person.sql', import.meta.url));

/** @throws AppError `not-found` */
export async function requireMember(
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

/** Waits for others who change the person, and keeps them out until the transaction ends. */
export async function lockPerson(transaction: Executor, personId: number): Promise<void> {
  await transaction.any(lock([personId]));
}
