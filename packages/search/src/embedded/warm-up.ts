import { type Database, sql } from '@guidepost/postgres';
import type { Worker } from '@guidepost/service-kit';
import type { ResidentIndexes } from './resident-indexes.ts';

export interface WarmUpOptions {
  database: Database;
  indexes: ResidentIndexes;
  /** Bytes after which no further index is read. */
  memory: number;
  onFailure: (error: unknown) => void;
}

/** Reading fewer documents takes less than a second, so the first search does it. */
const MANY_DOCUMENTS = 5_000;

/** Of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

const listLargeTenants = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Tenants with at least $1 documents, the largest first.
  select d.tenant_id as id, search_revision(d.tenant_id) as revision
  from search_documents d
  group by d.tenant_id
  having count(*) >= $1
  order by count(*) desc, d.tenant_id
`;

/** Reads the indexes of large tenants after a start, so that few searches have to wait for them. */
export function createWarmUp({ database, indexes, memory, onFailure }: WarmUpOptions): Worker {
  let isStopped = false;

  async function readLargest(): Promise<void> {
    const tenants = await database.any<{ id: number; revision: number }>(listLargeTenants([MANY_DOCUMENTS]));
    for (const { id, revision } of tenants) {
      if (isStopped || indexes.bytes >= memory) return;
      // It reports its failures; the next tenant's may be read all the same.
      await indexes.at(id, revision, LONGEST).catch(() => {});
    }
  }

  return {
    start: () => void readLargest().catch((error: unknown) => isStopped || onFailure(error)),
    async stop() {
      isStopped = true;
      indexes.stop();
    },
  };
}
