import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Role, StaffActor } from './staff-event.ts';

/** A row of a tenant's memberships, locked until the end of the transaction. */
export interface LockedMember {
  person_id: number;
  role: Role;
  accepted: boolean;
}

const lock = sql`
  -- Serializes changes of a tenant's staff, and tells who may make them. In order, so that there are no deadlocks.
  select m.person_id, m.role, m.accepted_at is not null as accepted
  from staff_memberships m
  where m.tenant_id = $1
  order by m.person_id
  for update
`;

/** Locks a tenant's memberships, so that changes of its staff follow each other. */
export function lockMembers(transaction: Executor, tenantId: number): Promise<LockedMember[]> {
  return transaction.any<LockedMember>(lock([tenantId]));
}

/**
 * The one way to change a tenant's staff: in a transaction, one change at a time, by an owner.
 * @throws AppError `not-found` for the people of other tenants, `forbidden`
 */
export function changeStaff<Result>(
  database: Executor,
  { tenantId, actor }: { tenantId: number; actor: StaffActor },
  work: (transaction: Executor, members: readonly LockedMember[]) => Promise<Result>,
): Promise<Result> {
  return database.tx('change-staff', async (transaction) => {
    const members = await lockMembers(transaction, tenantId);
    requireOwner(actor, members);
    return work(transaction, members);
  });
}

/**
 * Operators own every tenant. What a person may do is read from the database, since the role of the request may have
 * changed meanwhile.
 */
function requireOwner(actor: StaffActor, members: readonly LockedMember[]): void {
  if (actor.door === 'cli' && actor.role === 'owner') return;
  const member = members.find(({ person_id, accepted }) => accepted && person_id === actor.personId);
  if (actor.personId !== undefined && !member) throw new AppError('not-found', 'There is no such team.');
  if (actor.role !== 'owner' || member?.role !== 'owner') {
    throw new AppError('forbidden', 'Only owners manage people.');
  }
}

/** A tenant keeps an owner who has accepted the invitation. @throws AppError `conflict` */
export function refuseLastOwner(members: readonly LockedMember[], personId: number): void {
  const owners = members.filter(({ role, accepted }) => role === 'owner' && accepted);
  if (owners.length !== 1 || owners[0]?.person_id !== personId) return;
  throw new AppError('conflict', 'This is the last owner. Make someone else an owner first.', {
    reason: 'lastOwner',
  });
}
