import type { Database } from '@guidepost/postgres';
import { AppError, mapInSlices } from '@guidepost/service-kit';
import { MatchingStrategies, type Meilisearch, type MultiSearchParams } from 'meilisearch';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { AskEngine, EngineIndex, TenantChanges } from '../port/search-engine.ts';
import type { SearchRequest } from '../port/search-index.ts';
import { completionStems, findCompletions } from '../vocabulary/completions.ts';
import { withSpelling } from '../vocabulary/spelling.ts';
import { documentKey, engineDocument } from './engine-document.ts';
import { hasCode, requestError } from './engine-error.ts';
import { filterOf, rankingQuery } from './engine-query.ts';
import { SETTINGS } from './settings.ts';
import { done } from './task.ts';

interface IndexOptions {
  client: Meilisearch;
  database: Database;
  name: string;
}

interface Hit {
  id: number;
}

interface Wording {
  words: readonly QueryWord[];
  completions: readonly string[];
}

interface Page {
  ids: number[];
  total: number;
}

const KEY = 'key';

/** Key of the checkpoint document; it has no tenant, so searches cannot find it. */
const NOTE = 'note';

export function createMeilisearchIndex({ client, database, name }: IndexOptions): EngineIndex {
  const index = client.index(name);
  return {
    async prepare() {
      await done(client.createIndex(name, { primaryKey: KEY }), 'index_already_exists');
      // Meilisearch may have recreated it from documents after a loss, with another key or none.
      await done(client.updateIndex(name, { primaryKey: KEY }), 'index_primary_key_already_exists');
      await done(index.updateSettings(SETTINGS));
    },
    async feed(changes, position) {
      const gone = changes.flatMap(({ tenant, gone: ids }) => ids.map((id) => documentKey(tenant.id, id)));
      const documents = [...(await engineDocuments(changes)), { [KEY]: NOTE, position }];
      if (gone.length > 0) await done(index.deleteDocuments(gone));
      await done(index.addDocuments(documents)).catch(requestError);
    },
    async position(signal) {
      const path = `indexes/${name}/documents/${NOTE}`;
      const question = { path, extraRequestInit: { signal: signal ?? null } };
      const note = await client.httpRequest.get<{ position: number }>(question).catch(unlessLost);
      return note?.position;
    },
    async search(request, { ask = askAtOnce, ...known } = {}) {
      const completions = known.completions ?? (await findCompletions(database, request));
      const { found, corrections } = await withSpelling(database, { ...request, completions }, (words) => {
        const stems = completionStems(completions, words, request.tenant.language);
        return ask((signal) => findPage(request, { words, completions: stems }, signal));
      });
      return { ids: found?.ids ?? [], total: found?.total ?? 0, corrections };
    },
    drop: () => done(client.deleteIndex(name), 'index_not_found'),
  };

  /** One request for page and total, which is exact only with page numbers. */
  async function findPage(
    request: SearchRequest,
    { words, completions }: Wording,
    signal: AbortSignal | undefined,
  ): Promise<Page> {
    const { offset, limit } = request;
    const common = { indexUid: name, filter: filterOf(request, words), attributesToRetrieve: ['id'] };
    const ranking = { q: rankingQuery(words, completions), matchingStrategy: MatchingStrategies.FREQUENCY };
    // Two queries take Meilisearch up to twice as long as one.
    const queries = isWholePage(request)
      ? [{ ...common, ...ranking, page: offset / limit + 1, hitsPerPage: limit }]
      : [
          { ...common, ...ranking, offset, limit },
          { ...common, page: 1, hitsPerPage: 0 },
        ];
    const { results } = await client
      .multiSearch<MultiSearchParams, Hit>({ queries }, { signal: signal ?? null })
      .catch(requestError);
    const [page] = results;
    const total = results.at(-1)?.totalHits;
    if (!page || total === undefined)
      throw new AppError('unavailable', 'This is not the response of a Meilisearch.');
    return { ids: page.hits.map(({ id }) => id), total };
  }
}

const askAtOnce: AskEngine = (question) => question();

function isWholePage({ offset, limit }: SearchRequest): boolean {
  return limit > 0 && offset % limit === 0;
}

/** Analysing a long text takes some ten milliseconds. */
function engineDocuments(changes: readonly TenantChanges[]): Promise<object[]> {
  const all = changes.flatMap(({ tenant, documents }) => documents.map((document) => ({ tenant, document })));
  return mapInSlices(all, ({ tenant, document }) =>
    engineDocument(tenant.id, document, createAnalyzer(tenant.language)),
  );
}

function unlessLost(error: unknown): undefined {
  if (hasCode(error, 'document_not_found') || hasCode(error, 'index_not_found')) return undefined;
  throw error;
}
