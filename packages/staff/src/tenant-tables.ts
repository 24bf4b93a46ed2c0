import type { TenantTable } from '@guidepost/postgres';

/** A tenant's staff. People have other ids in the target, so no row is there before it names the right one. */
export const STAFF_TABLES: Readonly<Record<string, TenantTable>> = {
  staff_memberships: { column: 'tenant_id', withSwitch: true, people: ['person_id'] },
  staff_links: { column: 'tenant_id', withSwitch: true, people: ['person_id'] },
  staff_departures: { column: 'tenant_id', withSwitch: true },
};

/** Tables that do not move with a tenant, with the reason. */
export const STAFF_TABLES_LEFT: Readonly<Record<string, string>> = {
  staff_people: 'People belong to no tenant. Those whom rows name are copied by themselves.',
  staff_passkeys: 'They go with the people who are copied.',
  staff_identities: 'They go with the people who are copied.',
  staff_sessions: 'A session is good for all tenants of a person, so it stays. People sign in again.',
  staff_challenges: 'Sign-ins that have begun are begun again.',
};
