import { setTimeout } from 'node:timers/promises';
import { type Database, preparedStatement } from '@guidepost/postgres';
import { startTimeSlice } from '@guidepost/service-kit';
import { decodeWords } from '../documents/indexed-words.ts';
import { TenantIndex } from '../memory/tenant-index.ts';
import type { SynonymGroup } from '../synonyms/tenant-synonyms.ts';
import { TenantVectors } from '../vectors/tenant-vectors.ts';

/** The indexes in this process, each loaded when its tenant is first searched. */
export interface ResidentIndexes {
  /** A tenant's index with at least the revision; with an earlier one if catching up takes longer than the patience. */
  at(tenantId: number, revision: number, patience: number): Promise<ResidentIndex>;
}

export interface ResidentIndex {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  synonyms: TenantSynonyms;
}

export interface TenantSynonyms {
  readonly groups: readonly SynonymGroup[];
  /** Whether those of any help centre are searched, too. */
  readonly isEveryday: boolean;
}

interface Resident extends ResidentIndex {
  readonly tenantId: number;
  /** All changes up to this revision have been read; 0 until the index is complete. */
  revision: number;
  /** The last document read. */
  last: { revision: number; document: number };
  /** When the tenant was last searched, in milliseconds of the process. */
  used: number;
  reading: Promise<void> | undefined;
}

interface ChangedRow {
  id: number;
  words: Buffer | null;
  facets: string[];
  hidden: boolean;
  revision: number;
}

const listChanged = preparedStatement(new URL('./sql/list-changed.sql', import.meta.url));

const readSynonyms = preparedStatement(new URL('../synonyms/sql/read-synonyms.sql', import.meta.url));

const findRevision = preparedStatement(new URL('./sql/find-revision.sql', import.meta.url));

const READ_AT_ONCE = 200;

/** Removals are forgotten after twice this time, so an index unused for as long is read again. */
export const LONGEST_UNUSED = 1_800_000;

/**
 * @param memory bytes; the indexes used least recently are dropped, but never the one in use
 * @param hasVectors whether vectors of documents are read, too
 */
export function createResidentIndexes(
  database: Database,
  memory: number,
  hasVectors = false,
): ResidentIndexes {
  /** The least recently used first. */
  const residents = new Map<number, Resident>();

  /** An index may be ahead of a search that began before; if it is ahead of the database, that was restored. */
  async function dropIfRestored(tenantId: number, revision: number): Promise<void> {
    const known = residents.get(tenantId);
    if (!known || known.revision <= revision) return;
    const current = await database.one<{ revision: number }>(findRevision([tenantId]));
    if (current.revision < known.revision && residents.get(tenantId) === known) residents.delete(tenantId);
  }

  function residentOf(tenantId: number): Resident {
    const known = residents.get(tenantId);
    residents.delete(tenantId);
    const isUsable = known && performance.now() - known.used < LONGEST_UNUSED;
    const resident = isUsable ? known : newResident(tenantId);
    resident.used = performance.now();
    residents.set(tenantId, resident);
    return resident;
  }

  function dropOthers(): void {
    let bytes = Array.from(residents.values(), bytesOf).reduce((sum, own) => sum + own, 0);
    for (const [tenantId, resident] of residents) {
      if (bytes <= memory || residents.size === 1) return;
      residents.delete(tenantId);
      bytes -= bytesOf(resident);
    }
  }

  async function read(resident: Resident, revision: number): Promise<void> {
    try {
      await readAll(resident, revision);
      if (resident.index.isWasteful) await replace(resident, revision);
      dropOthers();
    } finally {
      resident.reading = undefined;
    }
  }

  /** Vectors after documents, so that all of the revision are read. */
  async function readAll(resident: Resident, revision: number): Promise<void> {
    const { tenantId, index, vectors } = resident;
    const read = await readChanges(database, resident, revision);
    if (hasVectors) await vectors.read(database, tenantId, (id) => index.numberOf(id) !== undefined);
    resident.revision = read;
  }

  async function replace({ tenantId }: Resident, revision: number): Promise<void> {
    const fresh = newResident(tenantId);
    await readAll(fresh, revision);
    if (residents.has(tenantId)) residents.set(tenantId, fresh);
  }

  /** Joins a reading that has begun, and begins another if that was for an earlier revision. */
  async function catchUp(resident: Resident, revision: number): Promise<void> {
    await resident.reading;
    if (resident.revision >= revision) return;
    resident.reading ??= read(resident, revision);
    await resident.reading;
  }

  return {
    async at(tenantId, revision, patience) {
      await dropIfRestored(tenantId, revision);
      const resident = residentOf(tenantId);
      if (resident.revision >= revision) return resident;
      const current = catchUp(resident, revision);
      await (resident.revision === 0 ? current : within(patience, current));
      return resident;
    },
  };
}

function newResident(tenantId: number): Resident {
  return {
    tenantId,
    index: new TenantIndex(),
    vectors: new TenantVectors(),
    synonyms: { groups: [], isEveryday: true },
    revision: 0,
    last: { revision: 0, document: 0 },
    used: performance.now(),
    reading: undefined,
  };
}

async function within(milliseconds: number, reading: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timeout = setTimeout(milliseconds, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
  await Promise.race([reading, timeout]);
  waiting.abort();
}

function bytesOf({ index, vectors }: Resident): number {
  return index.bytes + vectors.bytes;
}

/** @returns the revision up to which documents and synonyms are read */
async function readChanges(database: Database, resident: Resident, target: number): Promise<number> {
  const { tenantId, index, vectors, last } = resident;
  const slice = startTimeSlice();
  let rows: ChangedRow[];
  do {
    const values = [tenantId, last.revision, last.document, READ_AT_ONCE];
    rows = await database.any<ChangedRow>(listChanged(values));
    for (const { id, words, facets, hidden, revision } of rows) {
      if (words) index.put({ id, hidden, facets, words: decodeWords(words) });
      else {
        index.remove(id);
        vectors.remove(id);
      }
      last.revision = revision;
      last.document = id;
      if (slice.isOver) await slice.next();
    }
  } while (rows.length === READ_AT_ONCE);
  resident.synonyms = await database.one<TenantSynonyms>(readSynonyms([tenantId]));
  return Math.max(target, last.revision);
}
