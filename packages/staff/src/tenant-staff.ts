import { type Executor, sql, type TenantTable } from '@guidepost/postgres';
import { lockMembers } from './change-staff.ts';
import { deleteSessionsOfPerson } from './person-statements.ts';

const insertOwner = sql`
  insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
  values ($1, $2, 'owner', $3, now())
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
  for (const { id } of people) await forgetPerson(transaction, id);
}

/** Signs a person out, and deletes one without a tenant. The person is locked: other tenants may be inviting. */
export async function forgetPerson(transaction: Executor, personId: number): Promise<void> {
  await transaction.none(deleteSessionsOfPerson([personId]));
  await transaction.none(deletePersonWithoutMembership([personId]));
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
