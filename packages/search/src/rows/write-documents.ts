import { type Database, type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { ANALYSIS } from '../analysis/analyzer.ts';
import {
  type CountedDocument,
  changeColumns,
  countChanges,
  keyTexts,
  type WordChange,
} from './count-words.ts';

/** A document as the database holds it. */
export interface WrittenDocument extends CountedDocument {
  readonly id: number;
  readonly words: Buffer;
  /** `name:value`. */
  readonly facets: readonly string[];
  /** See `documentKeys`. */
  readonly keys: readonly number[];
}

const beginWrite = sql`
  -- Gives a tenant its next revision. Waits for concurrent writes of the tenant, so that revisions become visible in
  -- order and counts add up.
  insert into search_tenants as t (tenant_id, revision)
  values ($1, 1)
  on conflict (tenant_id) do update set revision = t.revision + 1
  returning t.revision, t.words
`;
const listCounted = sql`
  -- Those of the documents $2 whose words are counted.
  select d.words, d.hidden
  from search_documents d
  where d.tenant_id = $1 and d.document_id = any($2) and d.words is not null and d.keys is not null
`;
const putDocuments = sql`
  -- Writes the documents $2 with the words $3, facets $4 and keys $5 (JSON arrays) and visibility $6, analysed by
  -- version $7, with revision $8.
  insert into search_documents (tenant_id, document_id, words, facets, keys, hidden, analysis, revision)
  select $1, d.id, d.words, array(select jsonb_array_elements_text(d.facets::jsonb)), d.keys::integer[], d.hidden, $7, $8
  from unnest($2::bigint[], $3::bytea[], $4::text[], $5::text[], $6::boolean[]) as d (id, words, facets, keys, hidden)
  order by d.id
  on conflict (tenant_id, document_id) do update
    set words = excluded.words, facets = excluded.facets, keys = excluded.keys, hidden = excluded.hidden,
      analysis = excluded.analysis, revision = excluded.revision, changed_at = excluded.changed_at
`;
const removeDocuments = sql`
  with vectors as (
    delete from search_vectors where tenant_id = $1 and document_id = any($2)
  )
  update search_documents d
  set words = null, facets = '{}', keys = null, revision = $3, changed_at = now()
  where d.tenant_id = $1 and d.document_id = any($2) and d.words is not null
`;
const changeWords = sql`
  -- Adds to the counts of the words $2. Returns those that are not there. They are named twice, since a join alone
  -- reads the whole vocabulary.
  with changed as (
    update search_words w
    set documents = greatest(w.documents + c.documents, 0), hidden = greatest(w.hidden + c.hidden, 0)
    from unnest($2::text[], $3::integer[], $4::integer[]) as c (spelling, documents, hidden)
    where w.tenant_id = $1 and w.spelling = any($2::text[]) and w.spelling = c.spelling
    returning w.spelling
  )
  select c.spelling
  from unnest($2::text[]) as c (spelling)
  where c.spelling not in (select w.spelling from changed w)
`;
const addWords = sql`
  insert into search_words (tenant_id, spelling, documents, hidden, keys)
  select $1, c.spelling, c.documents, c.hidden, c.keys::integer[]
  from unnest($2::text[], $3::integer[], $4::integer[], $5::text[]) as c (spelling, documents, hidden, keys)
`;
const deleteWords = sql`
  -- Those of the words $2 that no document has.
  with deleted as (
    delete from search_words w
    where w.tenant_id = $1 and w.spelling = any($2) and w.documents = 0 and w.hidden = 0
    returning 1
  )
  select count(*) as deleted from deleted
`;
const countTenant = sql`
  update search_tenants t
  set visible = greatest(t.visible + $2, 0), visible_words = greatest(t.visible_words + $3, 0),
    memory = greatest(t.memory + $4, 0), words = greatest(t.words + $5, 0)
  where t.tenant_id = $1
`;
/** A tenant with more words in search_words gets no further ones there. */
export const MOST_WORDS = 2_000_000;

/** SQLSTATE classes that blame the values: data exceptions and program limits. */
const ABOUT_THE_DOCUMENT = /^(?:22|54)/;

export interface WriteOptions {
  /** The most words of a tenant in search_words. */
  mostWords?: number;
}

/** @throws AppError `invalid` for documents that PostgreSQL will never store */
export async function writeDocuments(
  database: Database,
  tenantId: number,
  documents: readonly WrittenDocument[],
  options?: WriteOptions,
): Promise<void> {
  const ids = documents.map(({ id }) => id);
  const columns = [
    documents.map(({ words }) => words),
    documents.map(({ facets }) => JSON.stringify(facets)),
    documents.map(({ keys }) => `{${keys.join(',')}}`),
    documents.map(({ hidden }) => hidden),
  ];
  const write = (transaction: Executor, revision: number) =>
    transaction.none(putDocuments([tenantId, ids, ...columns, ANALYSIS, revision]));
  await replace(database, { tenantId, ids, after: documents, write, ...options }).catch(documentError);
}

export function removeWritten(database: Database, tenantId: number, ids: readonly number[]): Promise<void> {
  const write = (transaction: Executor, revision: number) =>
    transaction.none(removeDocuments([tenantId, ids, revision]));
  return replace(database, { tenantId, ids, after: [], write });
}

interface Replacement extends WriteOptions {
  tenantId: number;
  ids: readonly number[];
  after: readonly CountedDocument[];
  write: (transaction: Executor, revision: number) => Promise<unknown>;
}

/** Writes documents and what their words count, in one transaction. */
function replace(
  database: Database,
  { tenantId, ids, after, write, mostWords = MOST_WORDS }: Replacement,
): Promise<void> {
  return database.tx('write-search-documents', async (transaction) => {
    const { revision, words } = await transaction.one<{ revision: number; words: number }>(
      beginWrite([tenantId]),
    );
    const before = await transaction.any<CountedDocument>(listCounted([tenantId, ids]));
    await write(transaction, revision);
    const changes = countChanges(before, after);
    const more = await writeWords(transaction, { tenantId, changes: changes.words, room: mostWords - words });
    const { visible, visibleWords, memory } = changes;
    await transaction.none(countTenant([tenantId, visible, visibleWords, memory, more]));
  });
}

/** @returns how many more words the tenant has */
async function writeWords(
  transaction: Executor,
  { tenantId, changes, room }: { tenantId: number; changes: readonly WordChange[]; room: number },
): Promise<number> {
  if (changes.length === 0) return 0;
  // Plans know neither how many words there are nor how many of them the tenant has: nested loops would compare each
  // with each, for half a minute.
  await transaction.none('set local enable_nestloop = off');
  const unknown = await transaction.any<{ spelling: string }>(
    changeWords([tenantId, ...changeColumns(changes)]),
  );
  const missing = new Set(unknown.map(({ spelling }) => spelling));
  // Counts of words that were never added belong to documents that came when there was no room.
  const added = changes
    .filter(({ spelling, documents, hidden }) => missing.has(spelling) && documents >= 0 && hidden >= 0)
    .slice(0, Math.max(0, room));
  if (added.length > 0)
    await transaction.none(addWords([tenantId, ...changeColumns(added), keyTexts(tenantId, added)]));
  const fewer = changes.filter(({ documents, hidden }) => documents < 0 || hidden < 0);
  if (fewer.length === 0) return added.length;
  const spellings = fewer.map(({ spelling }) => spelling);
  const { deleted } = await transaction.one<{ deleted: number }>(deleteWords([tenantId, spellings]));
  return added.length - deleted;
}

/** @throws AppError `invalid` for values that PostgreSQL will never store, else the given error */
function documentError(error: unknown): never {
  if (error instanceof Error && 'code' in error && ABOUT_THE_DOCUMENT.test(String(error.code))) {
    throw new AppError('invalid', error.message, { cause: error });
  }
  throw error;
}
