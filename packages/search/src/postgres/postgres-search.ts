import { type Database, preparedStatement } from '@guidepost/postgres';
import { AppError, mapInSlices } from '@guidepost/service-kit';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { Facets, SearchIndex, SearchRequest, SearchResult } from '../port/search-index.ts';
import { withSpelling } from '../vocabulary/spelling.ts';
import { allWordsQuery } from './query-text.ts';
import { rankByWords } from './ranking.ts';
import { vectorText } from './vector-text.ts';

export type MatchRequest = Omit<SearchRequest, 'offset' | 'limit'>;

export interface Matches {
  ids: number[];
  corrections: string[];
}

/** Search in the service's own database. */
export interface PostgresSearch extends SearchIndex {
  matches(request: MatchRequest): Promise<Matches>;
}

interface Found {
  total: number;
  ids: number[];
}

/** SQLSTATE classes that blame the values: data exceptions and program limits. */
const ABOUT_THE_DOCUMENT = /^(?:22|54)/;

const putDocuments = preparedStatement(new URL('./sql/put-documents.sql', import.meta.url));
const removeDocuments = preparedStatement(new URL('./sql/remove-documents.sql', import.meta.url));
const forgetWords = preparedStatement(new URL('./sql/forget-words.sql', import.meta.url));
const searchDocuments = preparedStatement(new URL('./sql/search-documents.sql', import.meta.url));
const matchDocuments = preparedStatement(new URL('./sql/match-documents.sql', import.meta.url));

export function createPostgresSearch(database: Database): PostgresSearch {
  return {
    async prepare() {
      // Its tables are created by the service's migrations.
    },
    async put(tenant, documents) {
      const analyzer = createAnalyzer(tenant.language);
      // 200 kB of text take some 70 ms.
      const rows = await mapInSlices(documents, ({ id, fields, facets, hidden = false }) => ({
        id,
        words: vectorText(fields, analyzer),
        facets: facetTexts(facets),
        hidden,
      }));
      await database.none(putDocuments([tenant.id, JSON.stringify(rows)])).catch(documentError);
    },
    async remove(tenant, ids) {
      await database.none(removeDocuments([tenant.id, ids]));
      await database.none(forgetWords([tenant.id]));
    },
    search: (request) => searchPage(database, request),
    matches: (request) => searchAll(database, request),
  };
}

async function searchPage(database: Database, request: SearchRequest): Promise<SearchResult> {
  const { tenant, offset, limit } = request;
  const { found, corrections } = await withSpelling(database, request, async (words) => {
    const rank = await rankByWords(database, tenant, words);
    const values = [...matchValues(request, words), ...rank, limit, offset];
    return database.one<Found>(searchDocuments(values));
  });
  return { ids: found?.ids ?? [], total: found?.total ?? 0, corrections };
}

async function searchAll(database: Database, request: MatchRequest): Promise<Matches> {
  const { found, corrections } = await withSpelling(database, request, async (words) => {
    const { ids } = await database.one<{ ids: number[] }>(matchDocuments(matchValues(request, words)));
    return { ids, total: ids.length };
  });
  return { ids: found?.ids ?? [], corrections };
}

function matchValues(request: MatchRequest, words: readonly QueryWord[]): unknown[] {
  const { tenant, facets = {}, someFacets, exclude = [], hiddenToo = false } = request;
  const some = someFacets ? facetTexts(someFacets) : null;
  return [tenant.id, allWordsQuery(words), facetTexts(facets), some, exclude, hiddenToo];
}

function facetTexts(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}

/** @throws AppError `invalid` for values that PostgreSQL will never store, else the given error */
function documentError(error: unknown): never {
  if (error instanceof Error && 'code' in error && ABOUT_THE_DOCUMENT.test(String(error.code))) {
    throw new AppError('invalid', error.message, { cause: error });
  }
  throw error;
}
