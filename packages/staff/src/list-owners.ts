import { type Executor, sql } from '@guidepost/postgres';

const list = sql`
  -- Those who have accepted their invitation.
  select p.id, p.email
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.role = 'owner' and m.accepted_at is not null
  order by p.id
`;

/** The owners of a tenant who can sign in, to be written to. */
export function listOwners(executor: Executor, tenantId: number): Promise<{ id: number; email: string }[]> {
  return executor.any(list([tenantId]));
}
