import { setTimeout } from 'node:timers/promises';
import { type Database, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { UnusableIndex } from '../kept/kept-index.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import type { TenantVectors } from '../vectors/tenant-vectors.ts';
import {
  bytesOf,
  estimateResident,
  newResident,
  type Resident,
  readResident,
  type TenantSynonyms,
} from './resident.ts';

export interface ResidentIndex {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly synonyms: TenantSynonyms;
  /** All changes up to it are in the index. */
  readonly revision: number;
  /** Documents that were removed or hidden, that this index has not learnt of yet. */
  readonly excluded: ExcludedDocuments;
  /** Whether it may have documents whose removal was forgotten before it learnt of them. */
  readonly missesRemovals: boolean;
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
  /** Called if a kept index cannot be used, once for each. */
  onUnusable?: ((error: unknown) => void) | undefined;
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

/** The longest delay that setTimeout accepts, in milliseconds. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** Milliseconds after which it is looked again whether an index has become small enough. */
const ESTIMATED_FOR = 600_000;

/** The indexes in this process, each loaded when its tenant is first searched. */
export class ResidentIndexes {
  readonly #database: Database;
  readonly #options: Required<Omit<ResidentOptions, 'onFailure' | 'onUnusable'>>;
  readonly #onFailure: (error: unknown) => void;
  readonly #onUnusable: (error: unknown) => void;
  /** The least recently used first. */
  readonly #residents = new Map<number, Resident>();
  /** Bytes of indexes that are not in memory, in which they may be too large to be. */
  readonly #estimates = new Map<number, { bytes: Promise<number>; at: number }>();
  #isStopped = false;

  constructor(
    database: Database,
    { memory, hasVectors = false, longestFirst = LONGEST_FIRST, ...heard }: ResidentOptions,
  ) {
    const { onFailure = () => {}, onUnusable = () => {} } = heard;
    this.#database = database;
    this.#options = { memory, hasVectors, longestFirst };
    this.#onFailure = onFailure;
    this.#onUnusable = oncePerIndex((error) => this.#isStopped || onUnusable(error));
  }

  /**
   * A tenant's index with at least the revision; with an earlier one if catching up fails or takes longer than the
   * patience. @throws AppError `unavailable` if reading it for the first time takes too long
   */
  async at(tenantId: number, revision: number, patience: number): Promise<ResidentIndex> {
    await this.#dropIfRestored(tenantId, revision);
    const isFirst = (this.#residents.get(tenantId)?.revision ?? 0) === 0;
    const wait = isFirst ? Math.max(patience, this.#options.longestFirst) : patience;
    const found = await this.#open(tenantId, revision, wait);
    if (found) return found;
    throw new AppError('unavailable', 'The search index is being read; try again in a few seconds.');
  }

  /** The same without waiting longer than the patience, and only if the index fits into the memory. */
  async find(
    tenantId: number,
    revision: number,
    patience: number,
  ): Promise<ResidentIndex | 'being read' | 'too large'> {
    await this.#dropIfRestored(tenantId, revision);
    if (await this.#isTooLarge(tenantId)) return 'too large';
    // A first reading that fails is reported, and begins again with the next search.
    const found = await this.#open(tenantId, revision, patience).catch(() => undefined);
    return found ?? 'being read';
  }

  /** @returns undefined if there is nothing to answer with */
  async #open(tenantId: number, revision: number, patience: number): Promise<ResidentIndex | undefined> {
    const resident = this.#residentOf(tenantId);
    if (resident.revision >= revision) return upToDate(resident);
    const reading = this.#catchUp(resident, revision);
    // Later failures are only reported: there is an index to answer with.
    await within(patience, resident.revision === 0 ? reading : reading.catch(() => {}));
    if (resident.revision >= revision) return upToDate(resident);
    return resident.revision === 0 ? undefined : this.#behind(resident);
  }

  /** Drops an index that has grown too large. */
  async #isTooLarge(tenantId: number): Promise<boolean> {
    const { memory } = this.#options;
    const resident = this.#residents.get(tenantId);
    if (!resident) return (await this.bytesFor(tenantId)) > memory;
    const bytes = bytesOf(resident);
    if (bytes <= memory) return false;
    this.#residents.delete(tenantId);
    this.#estimates.set(tenantId, { bytes: Promise.resolve(bytes), at: performance.now() });
    return true;
  }

  /** Memory that an index which is not read yet would take, estimated. */
  bytesFor(tenantId: number): Promise<number> {
    const known = this.#estimates.get(tenantId);
    if (known && performance.now() - known.at < ESTIMATED_FOR) return known.bytes;
    const bytes = estimateResident(this.#database, tenantId, this.#options);
    this.#estimates.set(tenantId, { bytes, at: performance.now() });
    bytes.catch(() => this.#estimates.delete(tenantId));
    return bytes;
  }

  /** Memory, estimated. */
  get bytes(): number {
    return Array.from(this.#residents.values(), bytesOf).reduce((sum, own) => sum + own, 0);
  }

  /** Unless it is being read: reading would only begin again with the next search. */
  drop(tenantId: number): void {
    if (!this.#residents.get(tenantId)?.reading) this.#residents.delete(tenantId);
  }

  /** Drops all indexes that are not being read. */
  clear(): void {
    for (const tenantId of this.#residents.keys()) this.drop(tenantId);
  }

  has(tenantId: number): boolean {
    return this.#residents.has(tenantId);
  }

  /** Tenants with at least so many documents, whose index is in memory. */
  large(documents: number): number[] {
    const large = [...this.#residents.values()].filter(({ index }) => index.size >= documents);
    return large.map(({ tenantId }) => tenantId);
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
    const resident = this.#residents.get(tenantId) ?? newResident(tenantId);
    this.#residents.delete(tenantId);
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
      await readResident(this.#database, resident, { revision, hasVectors, onUnusable: this.#onUnusable });
    } catch (error) {
      this.#report(error);
      throw error;
    } finally {
      resident.reading = undefined;
    }
    this.#dropOthers(resident);
    const isOutOfDate = resident.index.isWasteful || resident.missesRemovals;
    if (isOutOfDate && !resident.isReplaced) void this.#replace(resident, revision);
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

/** Every search may begin to read an index that cannot be used, if the rest of the reading fails. */
function oncePerIndex(report: (error: unknown) => void): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    const index = error instanceof UnusableIndex ? error.index : String(error);
    if (!reported.has(index)) report(error);
    reported.add(index);
  };
}

function upToDate({ index, vectors, synonyms, revision, missesRemovals }: Resident): ResidentIndex {
  index.vocabulary.share();
  return { index, vectors, synonyms, revision, missesRemovals, excluded: { removed: [], hidden: [] } };
}

async function within(milliseconds: number, reading: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timeout = setTimeout(milliseconds, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
  await Promise.race([reading, timeout]).finally(() => waiting.abort());
}
