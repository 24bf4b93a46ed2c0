import { isDeepStrictEqual } from 'node:util';
import { type Database, sql } from '@guidepost/postgres';
import { runInSlices, startTimeSlice } from '@guidepost/service-kit';
import { readKept } from '../kept/kept-index.ts';
import { decodeWords } from '../memory/indexed-words.ts';
import { TenantIndex } from '../memory/tenant-index.ts';
import type { SynonymGroup } from '../synonyms/tenant-synonyms.ts';
import { TenantVectors } from '../vectors/tenant-vectors.ts';

export interface TenantSynonyms {
  readonly groups: readonly SynonymGroup[];
  /** Whether those of any help centre are searched, too. */
  readonly isEveryday: boolean;
}

/** An index in memory, and how far it has read. */
export interface Resident {
  readonly tenantId: number;
  index: TenantIndex;
  readonly vectors: TenantVectors;
  synonyms: TenantSynonyms;
  /** All changes up to this revision have been read; 0 until the index is complete. */
  revision: number;
  /** The last document read. */
  last: { revision: number; document: number };
  /** Whether removed documents may have been forgotten before this index learnt of them. */
  missesRemovals: boolean;
  reading: Promise<void> | undefined;
  /** Whether another index is read to take its place. */
  isReplaced: boolean;
}

interface ChangedRow {
  id: number;
  words: Buffer | null;
  facets: string[];
  hidden: boolean;
  revision: number;
}

const listChanged = sql`
  -- The next $4 documents after revision $2, document $3.
  select d.document_id as id, d.words, d.facets, d.hidden, d.revision
  from search_documents d
  where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3)
  order by d.revision, d.document_id
  limit $4
`;
const readTenant = sql`
  -- A tenant's synonyms for an index in memory, and the highest revision of a removed document that was forgotten.
  select
    coalesce((select t.forgotten from search_tenants t where t.tenant_id = $1), 0) as forgotten,
    coalesce((select t.everyday_synonyms from search_tenants t where t.tenant_id = $1), true) as "isEveryday",
    coalesce((select json_agg(s.words order by s.words) from search_synonyms s where s.tenant_id = $1), '[]') as groups
`;

const estimateBytes = sql`
  -- Memory that the index of tenant $1 would take: as it was when it was kept, or by its counts with $2 for each word;
  -- while documents are counted, some four times their words and $3 for each. With vectors if $4.
  select coalesce(
    (select k.memory from search_kept_indexes k where k.tenant_id = $1),
    case
      when exists (
        select from search_documents d where d.tenant_id = $1 and d.keys is null and d.words is not null
      ) then (
        select sum(4 * octet_length(d.words) + $3)::bigint
        from search_documents d
        where d.tenant_id = $1 and d.words is not null
      )
      else (select t.memory + $2 * t.words from search_tenants t where t.tenant_id = $1)
    end,
    0
  ) + coalesce((
    select sum(octet_length(v.hashes) + octet_length(v.vectors))::bigint from search_vectors v where $4 and v.tenant_id = $1
  ), 0) as bytes
`;

const READ_AT_ONCE = 200;

/** Memory of a document beside its words, roughly. */
const DOCUMENT_BYTES = 500;
/** Memory of a word in the vocabulary of an index. */
const WORD_BYTES = 270;

export function newResident(tenantId: number): Resident {
  return {
    tenantId,
    index: new TenantIndex(),
    vectors: new TenantVectors(),
    synonyms: { groups: [], isEveryday: true },
    revision: 0,
    last: { revision: 0, document: 0 },
    missesRemovals: false,
    reading: undefined,
    isReplaced: false,
  };
}

/** Memory, estimated. */
export function bytesOf({ index, vectors }: Resident): number {
  return index.bytes + vectors.bytes;
}

/** Memory that an index would take which is not read. */
export async function estimateResident(
  database: Database,
  tenantId: number,
  { hasVectors }: { hasVectors: boolean },
): Promise<number> {
  const values = [tenantId, WORD_BYTES, DOCUMENT_BYTES, hasVectors];
  return (await database.one<{ bytes: number }>(estimateBytes(values))).bytes;
}

interface Reading {
  revision: number;
  hasVectors: boolean;
  /** Called if a kept index cannot be used; without it, kept indexes are not read. */
  onUnusable?: ((error: unknown) => void) | undefined;
}

/** Reads the changes up to a revision. Vectors come after documents, so that all of the revision are read. */
export async function readResident(
  database: Database,
  resident: Resident,
  { revision, hasVectors, onUnusable }: Reading,
): Promise<void> {
  const { tenantId, vectors } = resident;
  if (onUnusable && resident.last.revision === 0) await begin(database, resident, onUnusable);
  const read = await readChanges(database, resident, revision);
  const isWanted = (id: number) => resident.index.numberOf(id) !== undefined;
  if (hasVectors) await vectors.read(database, { tenantId, revision: read }, isWanted);
  resident.revision = read;
}

/** Begins with the kept index, unless there is none or it cannot be read: then all is read from the documents' rows. */
async function begin(
  database: Database,
  resident: Resident,
  onUnusable: (error: unknown) => void,
): Promise<void> {
  const kept = await readKept(database, resident.tenantId).catch(onUnusable);
  if (!kept) return;
  resident.index = kept.index;
  resident.last = { revision: kept.revision, document: Number.MAX_SAFE_INTEGER };
}

/** @returns the revision up to which documents and synonyms are read */
async function readChanges(database: Database, resident: Resident, target: number): Promise<number> {
  const { tenantId, index, vectors, last } = resident;
  const before = Math.max(resident.revision, last.revision);
  const slice = startTimeSlice();
  let rows: ChangedRow[];
  do {
    const values = [tenantId, last.revision, last.document, READ_AT_ONCE];
    rows = await database.any<ChangedRow>(listChanged(values));
    for (const { id, words, facets, hidden, revision } of rows) {
      if (words) await runInSlices(index.putting({ id, hidden, facets, words: decodeWords(words) }), slice);
      else {
        index.remove(id);
        vectors.remove(id);
      }
      last.revision = revision;
      last.document = id;
      if (slice.isOver) await slice.next();
    }
  } while (rows.length === READ_AT_ONCE);
  const { forgotten, ...synonyms } = await database.one<TenantSynonyms & { forgotten: number }>(
    readTenant([tenantId]),
  );
  if (before > 0 && forgotten > before) resident.missesRemovals = true;
  // The same object as long as they stay the same: they are analysed once.
  if (!isDeepStrictEqual(synonyms, resident.synonyms)) resident.synonyms = synonyms;
  return Math.max(target, last.revision);
}
