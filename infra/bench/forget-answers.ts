import { setTimeout as pause } from 'node:timers/promises';
import { bumpRevision, type Database, type RevisionSource } from '@guidepost/postgres';

/** As services are told within a few milliseconds. */
const UNTIL_HEARD = 300;

/** Raises the revisions of tenants, as each change to them does: no answer that was made before is sent again. */
export async function forgetAnswers(
  database: Database,
  source: RevisionSource,
  tenantIds: readonly number[],
): Promise<void> {
  for (const id of tenantIds) await bumpRevision(database, source, id);
  await pause(UNTIL_HEARD);
}
