import type { IncomingMessage } from 'node:http';
import type { BoundStatement, Database } from '@guidepost/postgres';
import { createBatch } from './batch.ts';
import { isReader } from './countable.ts';
import { dayOf } from './days.ts';

/** An old address that has led a reader on. */
export interface Hit {
  tenantId: number;
  addressId: number;
}

/** Counts the readers whom old addresses lead on, by day. Nothing waits for it, and it never throws. */
export interface HitCounts {
  /** Unless a program asks that is known to be none of the readers. */
  countHit(hit: Hit, request: IncomingMessage): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
}

interface PendingHit extends Hit {
  day: string;
  hits: number;
}

export interface HitCountsOptions {
  database: Database;
  /**
   * Adds hits in one statement.
   * @param rows JSON array of `tenant_id`, `address_id`, `day` and `hits`; addresses that are gone do not count
   */
  add: (rows: string) => BoundStatement;
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number;
}

/** The most entries of a batch. */
const MOST = 20_000;

export function createHitCounts({ database, add: addHits, now = Date.now }: HitCountsOptions): HitCounts {
  const batch = createBatch<PendingHit>({
    most: MOST,
    keyOf: ({ day, tenantId, addressId }) => `${day} ${tenantId} ${addressId}`,
    join(sum, { hits }) {
      sum.hits += hits;
    },
    async write(hits) {
      const rows = hits.map(({ tenantId, addressId, ...counted }) => ({
        tenant_id: tenantId,
        address_id: addressId,
        ...counted,
      }));
      await database.none(addHits(JSON.stringify(rows)));
    },
  });
  return {
    countHit(hit, request) {
      if (isReader(request)) batch.add({ ...hit, day: dayOf(now()), hits: 1 });
    },
    flush: batch.flush,
  };
}
