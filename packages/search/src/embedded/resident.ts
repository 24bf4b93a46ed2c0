import { isDeepStrictEqual } from 'node:util';
import { type Database, sql } from '@guidepost/postgres';
import { runInSlices, startTimeSlice } from '@guidepost/service-kit';
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
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  synonyms: TenantSynonyms;
  /** All changes up to this revision have been read; 0 until the index is complete. */
  revision: number;
  /** The last document read. */
  last: { revision: number; document: number };
  /** When the tenant was last searched, in milliseconds of the process. */
  used: number;
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
const readSynonyms = sql`
  -- A tenant's synonyms for an index in memory.
  select
    coalesce((select t.everyday_synonyms from search_tenants t where t.tenant_id = $1), true) as "isEveryday",
    coalesce((select json_agg(s.words order by s.words) from search_synonyms s where s.tenant_id = $1), '[]') as groups
`;

const READ_AT_ONCE = 200;

export function newResident(tenantId: number): Resident {
  return {
    tenantId,
    index: new TenantIndex(),
    vectors: new TenantVectors(),
    synonyms: { groups: [], isEveryday: true },
    revision: 0,
    last: { revision: 0, document: 0 },
    used: performance.now(),
    reading: undefined,
    isReplaced: false,
  };
}

/** Memory, estimated. */
export function bytesOf({ index, vectors }: Resident): number {
  return index.bytes + vectors.bytes;
}

/** Reads the changes up to a revision. Vectors come after documents, so that all of the revision are read. */
export async function readResident(
  database: Database,
  resident: Resident,
  { revision, hasVectors }: { revision: number; hasVectors: boolean },
): Promise<void> {
  const { tenantId, index, vectors } = resident;
  const read = await readChanges(database, resident, revision);
  const isWanted = (id: number) => index.numberOf(id) !== undefined;
  if (hasVectors) await vectors.read(database, { tenantId, revision: read }, isWanted);
  resident.revision = read;
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
  const synonyms = await database.one<TenantSynonyms>(readSynonyms([tenantId]));
  // The same object as long as they stay the same: they are analysed once.
  if (!isDeepStrictEqual(synonyms, resident.synonyms)) resident.synonyms = synonyms;
  return Math.max(target, last.revision);
}
