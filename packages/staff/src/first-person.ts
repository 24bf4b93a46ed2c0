import { type Database, type Executor, sql } from '@guidepost/postgres';
import { type IssuedLink, issueLink } from './link-tokens.ts';
import { INSTANCE } from './members.ts';
import { insertPerson } from './person-statements.ts';

/** The address of the first person until they give their own (RFC 2606 §2). */
export const FIRST_ADDRESS = 'first@person.invalid';

const lockInstance = sql`select pg_advisory_xact_lock(7305801280) is not null as locked`;
const findOthers = sql`
  select exists (select from staff_people p where p.email <> $1) as others
`;
const insertMembership = sql`
  insert into staff_memberships (tenant_id, person_id, role, invited_by)
  values ($1, $2, 'owner', 'start')
  on conflict do nothing
`;
const setAddress = sql`
  update staff_people
  set email = $2
  where id = $1
`;

export async function hasPeople(executor: Executor): Promise<boolean> {
  return (await executor.one<{ others: boolean }>(findOthers([FIRST_ADDRESS]))).others;
}

export async function giveAddress(transaction: Executor, personId: number, email: string): Promise<void> {
  await transaction.none(setAddress([personId, email]));
}

/**
 * A link with which the first person of an empty service begins, for its log. It ends once there are others.
 * @param isEmpty whether there are no tenants
 */
export async function offerFirstLink(
  database: Database,
  { deskUrl, isEmpty }: { deskUrl: string; isEmpty: () => Promise<boolean> },
): Promise<IssuedLink | undefined> {
  return database.tx('offer-first-link', async (transaction) => {
    await transaction.one(lockInstance([]));
    if (!(await isEmpty()) || (await hasPeople(transaction))) return undefined;
    const { id: personId } = await transaction.one<{ id: number }>(insertPerson([FIRST_ADDRESS]));
    await transaction.none(insertMembership([INSTANCE, personId]));
    return issueLink(transaction, { tenantId: INSTANCE, personId, purpose: 'invitation' }, deskUrl);
  });
}
