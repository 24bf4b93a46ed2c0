import { setTimeout } from 'node:timers/promises';
import { type Database, sql } from '@guidepost/postgres';
import { AppError, type Worker } from '@guidepost/service-kit';
import type { TenantIndex } from '../memory/tenant-index.ts';
import type { TenantVectors } from '../vectors/tenant-vectors.ts';
import { bytesOf, newResident, type Resident, readResident, type TenantSynonyms } from './resident.ts';

export interface ResidentIndex {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly synonyms: TenantSynonyms;
  /** Documents that were removed or hidden, that this index has not learnt of yet. */
  readonly excluded: ExcludedDocuments;
}

export interface ExcludedDocuments {
  readonly removed: readonly number[];
  readonly hidden: readonly number[];
}

export interface ResidentOptions {
  /** Bytes; the indexes used least recently are dropped beyond it, but never the one in use. */
  memory: number;
  /** Whether vectors of documents are read, too. */
  hasVectors?: boolean;
  /** Milliseconds that a search waits for the first reading of an index. */
  longestFirst?: number;
  onFailure?: ((error: unknown) => void) | undefined;
}

const listExcluded = sql`
  -- Documents after revision $2, document $3 that were removed, and those that are hidden.
  select
    coalesce(array_agg(d.document_id) filter (where d.words is null), '{}') as removed,
    coalesce(array_agg(d.document_id) filter (where d.words is not null), '{}') as hidden
  from search_documents d
  where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3) and (d.words is null or d.hidden)
`;

export const findRevision = sql`
  select search_revision($1) as revision
`;

/** Milliseconds, so that a search is answered before clients give up. */
const LONGEST_FIRST = 15_000;

/** Removals are forgotten after twice this time, so an index unused for as long is read again. */
export const LONGEST_UNUSED = 1_800_000;

/** The indexes in this process, each loaded when its tenant is first searched. */
export class ResidentIndexes {
  readonly #database: Database;
  readonly #options: Required<Omit<ResidentOptions, 'onFailure'>>;
  readonly #onFailure: (error: unknown) => void;
  /** The least recently used first. */
  readonly #residents = new Map<number, Resident>();
  #isStopped = false;

  constructor(
    database: Database,
    { memory, hasVectors = false, longestFirst = LONGEST_FIRST, onFailure = () => {} }: ResidentOptions,
  ) {
    this.#database = database;
    this.#options = { memory, hasVectors, longestFirst };
    this.#onFailure = onFailure;
  }

  /**
   * A tenant's index with at least the revision; with an earlier one if catching up fails or takes longer than the
   * patience. @throws AppError `unavailable` if reading it for the first time takes too long
   */
  async at(tenantId: number, revision: number, patience: number): Promise<ResidentIndex> {
    await this.#dropIfRestored(tenantId, revision);
    const resident = this.#residentOf(tenantId);
    if (resident.revision >= revision) return upToDate(resident);
    const reading = this.#catchUp(resident, revision);
    const { longestFirst } = this.#options;
    if (resident.revision === 0) await first(reading, resident, Math.max(patience, longestFirst));
    // Failures were reported.
    else
      await within(
        patience,
        reading.catch(() => {}),
      );
    return resident.revision >= revision ? upToDate(resident) : this.#behind(resident);
  }

  /** Memory, estimated. */
  get bytes(): number {
    return Array.from(this.#residents.values(), bytesOf).reduce((sum, own) => sum + own, 0);
  }

  /** Before the database is closed: readings that fail from now on are not reported. */
  stop(): void {
    this.#isStopped = true;
  }

  /** An index may be ahead of a search that began before; if it is ahead of the database, that was restored. */
  async #dropIfRestored(tenantId: number, revision: number): Promise<void> {
    const known = this.#residents.get(tenantId);
    if (!known || known.revision <= revision) return;
    const current = await this.#database.one<{ revision: number }>(findRevision([tenantId]));
    const isSame = this.#residents.get(tenantId) === known;
    if (current.revision < known.revision && isSame) this.#residents.delete(tenantId);
  }

  #residentOf(tenantId: number): Resident {
    const known = this.#residents.get(tenantId);
    this.#residents.delete(tenantId);
    const isUsable = known && performance.now() - known.used < LONGEST_UNUSED;
    const resident = isUsable ? known : newResident(tenantId);
    resident.used = performance.now();
    this.#residents.set(tenantId, resident);
    return resident;
  }

  /** Joins a reading that has begun, and begins another if that was for an earlier revision. */
  async #catchUp(resident: Resident, revision: number): Promise<void> {
    await resident.reading;
    if (resident.revision >= revision) return;
    resident.reading ??= this.#read(resident, revision);
    await resident.reading;
  }

  async #read(resident: Resident, revision: number): Promise<void> {
    const { hasVectors } = this.#options;
    try {
      await readResident(this.#database, resident, { revision, hasVectors });
    } catch (error) {
      this.#report(error);
      throw error;
    } finally {
      resident.reading = undefined;
    }
    this.#dropOthers(resident);
    if (resident.index.isWasteful && !resident.isReplaced) void this.#replace(resident, revision);
  }

  /** Searches use the old index meanwhile. */
  async #replace(resident: Resident, revision: number): Promise<void> {
    const { tenantId } = resident;
    const { hasVectors } = this.#options;
    resident.isReplaced = true;
    try {
      const fresh = newResident(tenantId);
      await readResident(this.#database, fresh, { revision, hasVectors });
      if (this.#residents.get(tenantId) === resident) this.#residents.set(tenantId, fresh);
    } catch (error) {
      this.#report(error);
    } finally {
      resident.isReplaced = false;
    }
  }

  #report(error: unknown): void {
    if (!this.#isStopped) this.#onFailure(error);
  }

  #dropOthers(used: Resident): void {
    let { bytes } = this;
    for (const [tenantId, resident] of this.#residents) {
      if (bytes <= this.#options.memory) return;
      if (resident === used || resident.reading) continue;
      this.#residents.delete(tenantId);
      bytes -= bytesOf(resident);
    }
  }

  async #behind(resident: Resident): Promise<ResidentIndex> {
    const { tenantId, last } = resident;
    const known = upToDate(resident);
    const values = [tenantId, last.revision, last.document];
    return { ...known, excluded: await this.#database.one<ExcludedDocuments>(listExcluded(values)) };
  }
}

function upToDate({ index, vectors, synonyms }: Resident): ResidentIndex {
  index.vocabulary.share();
  return { index, vectors, synonyms, excluded: { removed: [], hidden: [] } };
}

/** Without its first reading there is nothing to answer with. */
async function first(reading: Promise<void>, resident: Resident, milliseconds: number): Promise<void> {
  await within(milliseconds, reading);
  if (resident.revision > 0) return;
  throw new AppError('unavailable', 'The search index is being read; try again in a few seconds.');
}

async function within(milliseconds: number, reading: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timeout = setTimeout(milliseconds, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
  await Promise.race([reading, timeout]).finally(() => waiting.abort());
}

export interface WarmUpOptions {
  database: Database;
  indexes: ResidentIndexes;
  /** Bytes after which no further index is read. */
  memory: number;
  onFailure: (error: unknown) => void;
}

/** Reading fewer documents takes less than a second, so the first search does it. */
const MANY_DOCUMENTS = 5_000;

/** The longest delay that setTimeout accepts, in milliseconds. */
export const LONGEST_DELAY = 2 ** 31 - 1;

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
      await indexes.at(id, revision, LONGEST_DELAY).catch(() => {});
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
