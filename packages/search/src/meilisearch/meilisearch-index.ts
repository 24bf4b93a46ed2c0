import { AppError, mapInSlices } from '@guidepost/service-kit';
import {
  type EnqueuedTaskPromise,
  MatchingStrategies,
  type Meilisearch,
  type MultiSearchParams,
} from 'meilisearch';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { EngineIndex, TenantChanges } from '../port/search-engine.ts';
import { documentKey, engineDocument } from './engine-document.ts';
import { hasCode, requestError } from './engine-error.ts';
import { filterOf, rankingQuery } from './engine-query.ts';
import { SETTINGS } from './settings.ts';
import { done } from './task.ts';

interface IndexOptions {
  client: Meilisearch;
  name: string;
}

interface Hit {
  id: number;
}

const KEY = 'key';

/** A document in each line. */
const LINES = 'application/x-ndjson';

/** Key of the checkpoint document; it has no tenant, so searches cannot find it. */
const NOTE = 'note';

export function createMeilisearchIndex({ client, name }: IndexOptions): EngineIndex {
  const index = client.index(name);
  return {
    async prepare() {
      await done(client.createIndex(name, { primaryKey: KEY }), 'index_already_exists');
      // Meilisearch may have recreated it from documents after a loss, with another key or none.
      await done(client.updateIndex(name, { primaryKey: KEY }), 'index_primary_key_already_exists');
      await done(index.updateSettings(SETTINGS));
    },
    async feed(parts, position) {
      const tasks: EnqueuedTaskPromise[] = [];
      const enqueue = async (task: EnqueuedTaskPromise) => {
        tasks.push(task);
        await task.catch(requestError);
      };
      const send = async (changes: readonly TenantChanges[], note: readonly object[] = []) => {
        const gone = changes.flatMap(({ tenant, gone: ids }) => ids.map((id) => documentKey(tenant.id, id)));
        const lines = [...(await documentLines(changes)), ...note.map((one) => JSON.stringify(one))];
        if (gone.length > 0) await enqueue(index.deleteDocuments(gone));
        if (lines.length > 0) await enqueue(index.addDocumentsFromString(lines.join('\n'), LINES));
      };
      let last: readonly TenantChanges[] = [];
      for await (const part of parts) {
        await send(last);
        last = part;
      }
      await send(last, [{ [KEY]: NOTE, position }]);
      for (const task of tasks) await done(task).catch(requestError);
    },
    async position(signal) {
      const path = `indexes/${name}/documents/${NOTE}`;
      const question = { path, extraRequestInit: { signal: signal ?? null } };
      const note = await client.httpRequest.get<{ position: number }>(question).catch(unlessLost);
      return note?.position;
    },
    async candidates(request, signal) {
      const query = {
        indexUid: name,
        filter: filterOf(request),
        q: rankingQuery(request.words),
        matchingStrategy: MatchingStrategies.FREQUENCY,
        attributesToRetrieve: ['id'],
        // Totals are exact only with page numbers.
        page: 1,
        hitsPerPage: request.limit,
      };
      const { results } = await client
        .multiSearch<MultiSearchParams, Hit>({ queries: [query] }, { signal: signal ?? null })
        .catch(requestError);
      const [page] = results;
      if (page?.totalHits === undefined)
        throw new AppError('unavailable', 'This is not the response of a Meilisearch.');
      return { ids: page.hits.map(({ id }) => id), total: page.totalHits };
    },
    drop: () => done(client.deleteIndex(name), 'index_not_found'),
  };
}

/** In slices: analysing a long text takes some ten milliseconds, and the JSON of a part has megabytes. */
function documentLines(changes: readonly TenantChanges[]): Promise<string[]> {
  const all = changes.flatMap(({ tenant, documents }) => documents.map((document) => ({ tenant, document })));
  return mapInSlices(all, ({ tenant, document }) =>
    JSON.stringify(engineDocument(tenant.id, document, createAnalyzer(tenant.language))),
  );
}

function unlessLost(error: unknown): undefined {
  if (hasCode(error, 'document_not_found') || hasCode(error, 'index_not_found')) return undefined;
  throw error;
}
