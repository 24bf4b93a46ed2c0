import { createHmac } from 'node:crypto';
import { type Executor, sql } from '@guidepost/postgres';
import type { PendingQuery } from './pending-searches.ts';

const addSearches = sql.file(new URL('./sql/add-searches.sql', import.meta.url));

const GROUPS = 16;
const QUERY_BYTES = 16;

/** Adds searches in one statement. */
export async function writeSearches(
  executor: Executor,
  queries: readonly PendingQuery[],
  secret: string | Buffer,
): Promise<void> {
  if (queries.length === 0) return;
  const hash = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const rows = queries.map(({ tenantId, words, day, searches, inVain, visitors }) => ({
    tenant_id: tenantId,
    query: hash(tenantId, 'query', words).subarray(0, QUERY_BYTES).toString('hex'),
    words,
    visitor_groups: [...visitors].reduce(
      (groups, visitor) => groups | (1 << groupOf(hash(tenantId, 'visitor', words, visitor))),
      0,
    ),
    day,
    searches,
    in_vain: inVain,
  }));
  await executor.none(addSearches([JSON.stringify(rows)]));
}

/**
 * Visitors of different groups are different visitors. A group tells nothing else: a sixteenth of all addresses are in
 * it, other ones for each query.
 */
function groupOf(hash: Buffer): number {
  return hash.readUInt8(0) % GROUPS;
}
