import type { Executor } from '@guidepost/postgres';

interface BatchOptions<Entry> {
  /** The most entries: a full batch takes no new ones. */
  most: number;
  keyOf: (entry: Entry) => string;
  /** Adds an entry to the one that has the same key. */
  join: (sum: Entry, entry: Entry) => void;
  write: (entries: readonly Entry[]) => Promise<void>;
}

/** Counts that wait to be written, in bounded memory. */
export interface Batch<Entry> {
  /** @param entry that nothing else changes */
  add(entry: Entry): void;
  /** Writes what was added; what could not be written stays for the next time. @throws what `write` throws */
  flush(): Promise<void>;
}

export function createBatch<Entry>({ most, keyOf, join, write }: BatchOptions<Entry>): Batch<Entry> {
  let pending = new Map<string, Entry>();
  let writing: Promise<void> = Promise.resolve();

  function add(entry: Entry): void {
    const key = keyOf(entry);
    const known = pending.get(key);
    if (known) join(known, entry);
    else if (pending.size < most) pending.set(key, entry);
  }

  async function writeAll(): Promise<void> {
    const entries = [...pending.values()];
    pending = new Map();
    if (entries.length === 0) return;
    try {
      await write(entries);
    } catch (error) {
      for (const entry of entries) add(entry);
      throw error;
    }
  }

  return {
    add,
    flush() {
      // After the batch being written, so that waiting for this one includes that one.
      writing = writing.catch(() => {}).then(writeAll);
      return writing;
    },
  };
}

/** Returns those of the tenants that exist, and locks them so that they are not deleted within the transaction. */
export type LockTenants = (transaction: Executor, ids: readonly number[]) => Promise<number[]>;

/** The entries of tenants that exist, which are locked. */
export async function ofTenants<Entry extends { tenantId: number }>(
  transaction: Executor,
  lockTenants: LockTenants,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ids = [...new Set(entries.map(({ tenantId }) => tenantId))];
  const tenants = new Set(await lockTenants(transaction, ids));
  return entries.filter(({ tenantId }) => tenants.has(tenantId));
}

/** Visitors remembered for each entry; most likely, three of them are enough to list it. */
const MOST_VISITORS = 6;

/** Adds visitors to those of an entry. */
export function joinVisitors(sum: Set<string>, visitors: ReadonlySet<string>): void {
  for (const visitor of visitors) if (sum.size < MOST_VISITORS) sum.add(visitor);
}
