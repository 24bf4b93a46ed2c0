import type { IncomingMessage } from 'node:http';
import type { BoundStatement, Database } from '@guidepost/postgres';
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
  let pending = new Map<string, PendingHit>();
  let writing: Promise<void> = Promise.resolve();

  function add(hit: PendingHit): void {
    const key = `${hit.day} ${hit.tenantId} ${hit.addressId}`;
    const known = pending.get(key);
    if (known) known.hits += hit.hits;
    else if (pending.size < MOST) pending.set(key, hit);
  }

  async function write(): Promise<void> {
    const hits = [...pending.values()];
    pending = new Map();
    if (hits.length === 0) return;
    const rows = hits.map(({ tenantId, addressId, day, hits: count }) => ({
      tenant_id: tenantId,
      address_id: addressId,
      day,
      hits: count,
    }));
    try {
      await database.none(addHits(JSON.stringify(rows)));
    } catch (error) {
      for (const hit of hits) add(hit);
      throw error;
    }
  }

  return {
    countHit(hit, request) {
      if (isReader(request)) add({ ...hit, day: dayOf(now()), hits: 1 });
    },
    flush() {
      // After the batch being written, so that waiting for this one includes that one.
      writing = writing.catch(() => {}).then(write);
      return writing;
    },
  };
}
