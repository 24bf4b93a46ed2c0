import { closeDatabase, type Executor, openDatabase } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { createPeople, type RecordStaffEvent } from '@guidepost/staff';

/** Owns the knowledge bases and forums of the demo. */
export const DEMO_OWNER = 'you@demo.example';

/** Has the owner of the demo work on tenants, without an invitation to accept: the link of `npm start` signs in. */
export async function addOwner(
  transaction: Executor,
  tenantIds: readonly number[],
  record: RecordStaffEvent,
): Promise<void> {
  const people = createPeople({ database: transaction, deskUrl: 'http://localhost', record });
  const actor = { name: 'npm start', role: 'owner', door: 'cli' } as const;
  for (const tenantId of tenantIds)
    await people.invite({ tenantId, actor, email: DEMO_OWNER, role: 'owner' });
  await transaction.none('update staff_memberships set accepted_at = now()');
}

/** Creates demo content in one transaction, so that an interrupted start can be repeated. */
export async function fillDatabase(
  url: string | undefined,
  fill: (transaction: Executor) => Promise<void>,
): Promise<void> {
  const database = openDatabase({
    url: url ?? '',
    poolSize: 1,
    applicationName: 'guidepost demo',
    statementTimeout: 0,
  });
  try {
    await database.tx(fill);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await closeDatabase(database);
  }
}
