import { type Database, preparedStatement } from '@guidepost/postgres';
import { AppError, mapInSlices } from '@guidepost/service-kit';
import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts';
import { encodeWords, indexedWords } from '../documents/indexed-words.ts';
import type { SearchIndex } from '../port/search-index.ts';
import { everydaySynonyms, type Synonyms, synonymsOf } from '../synonyms/synonyms.ts';
import { type Explanation, explain } from './explain.ts';
import { createResidentIndexes, LONGEST_UNUSED, type TenantSynonyms } from './resident-indexes.ts';
import {
  facetTexts,
  type MatchRequest,
  readQuery,
  type SearchedTenant,
  searchTenant,
} from './search-tenant.ts';

/** Search in this process, on documents in the service's own database. */
export interface EmbeddedSearch extends SearchIndex {
  /** Reads a query in the tenant's index, which has at least this revision unless that takes long. */
  open(request: MatchRequest, revision: number): Promise<SearchedTenant>;
  /** @param id of a document; undefined if it is not indexed */
  explain(request: MatchRequest, id: number): Promise<Explanation | undefined>;
}

export interface EmbeddedOptions {
  /** Bytes for indexes in this process. */
  memory?: number | undefined;
  /** Whether vectors of documents are read, to rank by them. */
  hasVectors?: boolean;
}

/** SQLSTATE classes that blame the values: data exceptions and program limits. */
const ABOUT_THE_DOCUMENT = /^(?:22|54)/;

/** Milliseconds: a search with an index somewhat behind is better than one that waits for an import. */
const PATIENCE = 500;

/** Of a timer. */
const LONGEST = 2 ** 31 - 1;

const USUAL_MEMORY = 512 * 2 ** 20;

const putDocuments = preparedStatement(new URL('./sql/put-documents.sql', import.meta.url));
const removeDocuments = preparedStatement(new URL('./sql/remove-documents.sql', import.meta.url));
const findRevision = preparedStatement(new URL('./sql/find-revision.sql', import.meta.url));
const forget = preparedStatement(new URL('./sql/forget-removed.sql', import.meta.url));

export function createEmbeddedSearch(
  database: Database,
  { memory = USUAL_MEMORY, hasVectors = false }: EmbeddedOptions = {},
): EmbeddedSearch {
  const indexes = createResidentIndexes(database, memory, hasVectors);

  async function open(request: MatchRequest, revision: number, patience: number): Promise<SearchedTenant> {
    const { id, language } = request.tenant;
    const analyzer = createAnalyzer(language);
    const { index, vectors, synonyms } = await indexes.at(id, revision, patience);
    return readQuery({ index, vectors, analyzer, synonyms: resolve(synonyms, analyzer) }, request);
  }

  async function openCurrent(request: MatchRequest): Promise<SearchedTenant> {
    const { revision } = await database.one<{ revision: number }>(findRevision([request.tenant.id]));
    return open(request, revision, LONGEST);
  }

  return {
    async prepare() {
      // Its tables are created by the service's migrations.
    },
    async put(tenant, documents) {
      const analyzer = createAnalyzer(tenant.language);
      // 200 kB of text take some 70 ms.
      const words = await mapInSlices(documents, ({ fields }) => encodeWords(indexedWords(fields, analyzer)));
      const values = [
        tenant.id,
        documents.map(({ id }) => id),
        words,
        documents.map(({ facets }) => JSON.stringify(facetTexts(facets))),
        documents.map(({ hidden = false }) => hidden),
      ];
      await database.none(putDocuments(values)).catch(documentError);
    },
    async remove(tenant, ids) {
      await database.none(removeDocuments([tenant.id, ids]));
    },
    open: (request, revision) => open(request, revision, PATIENCE),
    search: async (request) => searchTenant(await openCurrent(request), request),
    explain: async (request, id) => explain(await openCurrent(request), request, id),
  };
}

const resolved = new WeakMap<TenantSynonyms, Map<Analyzer, Synonyms>>();

/** The synonyms of a tenant in its language, resolved once. */
function resolve(synonyms: TenantSynonyms, analyzer: Analyzer): Synonyms {
  const known = resolved.get(synonyms) ?? new Map<Analyzer, Synonyms>();
  resolved.set(synonyms, known);
  const everyday = synonyms.isEveryday ? everydaySynonyms(analyzer.language) : [];
  const found = known.get(analyzer) ?? synonymsOf([...synonyms.groups, ...everyday], analyzer);
  known.set(analyzer, found);
  return found;
}

/** Deletes what instances no longer need to know of removed documents. */
export async function forgetRemoved(database: Database): Promise<void> {
  await database.none(forget([2 * LONGEST_UNUSED]));
}

/** @throws AppError `invalid` for values that PostgreSQL will never store, else the given error */
function documentError(error: unknown): never {
  if (error instanceof Error && 'code' in error && ABOUT_THE_DOCUMENT.test(String(error.code))) {
    throw new AppError('invalid', error.message, { cause: error });
  }
  throw error;
}
