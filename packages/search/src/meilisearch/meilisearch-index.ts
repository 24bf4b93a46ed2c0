import { AppError, mapInSlices } from '@guidepost/service-kit';
import {
  type EnqueuedTaskPromise,
  MatchingStrategies,
  type Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
  type MultiSearchParams,
} from 'meilisearch';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { CandidateRequest, EngineIndex, EnginePhrase, EngineWord, TenantChanges } from '../port.ts';
import { documentKey, engineDocument, facetTokens, formToken, stemToken } from './engine-document.ts';
import { EVERY, SETTINGS } from './settings.ts';

/** Meilisearch's type of errors that a retry cannot fix. */
const OF_THE_REQUEST = 'invalid_request';

/**
 * Except these, which time or an operator can fix: the index is missing or being changed. A server that has lost an
 * index recreates it from documents with a guessed key, and has no record of our tasks.
 */
const MENDED_BY_TIME = new Set([
  'index_not_found',
  'index_primary_key_already_exists',
  'index_primary_key_multiple_candidates_found',
  'index_primary_key_no_candidate_found',
  'missing_document_id',
  'task_not_found',
  'too_many_search_requests',
]);

interface Fault {
  type: string;
  code: string;
  message: string;
}

/** Meilisearch silently ignores further words. */
const MOST_TOKENS = 10;

/** A task that is given up continues and would be sent again. Each poll checks the server. */
const WITHOUT_LIMIT = 0;

/** Milliseconds. */
const TASK_LOOK = 20;

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
        const removed = changes.flatMap(({ tenant, removed: ids }) =>
          ids.map((id) => documentKey(tenant.id, id)),
        );
        const lines = [...(await documentLines(changes)), ...note.map((one) => JSON.stringify(one))];
        if (removed.length > 0) await enqueue(index.deleteDocuments(removed));
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
        q: rankingQuery(wordsToRank(request)),
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

/** @param fine an error code to ignore @throws AppError `invalid` for a fault of the request, else `unavailable` */
async function done(enqueued: EnqueuedTaskPromise, fine?: string): Promise<void> {
  const { status, error } = await enqueued.waitTask({ timeout: WITHOUT_LIMIT, interval: TASK_LOOK });
  if (status === 'succeeded' || (error && error.code === fine)) return;
  if (error) throwIfInvalid(error);
  throw new AppError('unavailable', `Meilisearch: ${error?.message ?? `the task was ${status}`}`);
}

/**
 * Filters do the matching: each word has several expressions, which Meilisearch's queries do not support. Tokens are
 * alphanumeric, so nothing can be injected.
 */
export function filterOf({
  tenant,
  words,
  phrases = [],
  quotations = [],
  facets = {},
  someFacets,
  exclude = [],
  hiddenToo = false,
}: Omit<CandidateRequest, 'limit'>): string[] {
  return [
    `tenant = ${tenant.id}`,
    ...(hiddenToo ? [] : ['hidden = false']),
    ...facetTokens(facets).map((token) => `facets = ${token}`),
    ...(someFacets ? [`facets IN [${facetTokens(someFacets).join(', ')}]`] : []),
    ...(exclude.length > 0 ? [`id NOT IN [${exclude.join(', ')}]`] : []),
    ...quotations.map((ways) => ways.map(haveAll).join(' OR ')),
    // A document with a quotation has one of the query's words.
    ...(quotations.length > 0 ? [] : [[haveAny(words), ...phrases.map(haveAll)].join(' OR ')]),
  ];
}

function haveAny(words: readonly EngineWord[]): string {
  return `words IN [${[...new Set(words.flatMap(tokensOf))].join(', ')}]`;
}

function haveAll(words: EnginePhrase): string {
  return `(${words.map((word) => haveAny([word])).join(' AND ')})`;
}

/** Words that make a document a better candidate. */
function wordsToRank({ words, phrases = [], quotations = [] }: CandidateRequest): EngineWord[] {
  return [...quotations.flatMap(([first = []]) => first), ...words, ...phrases.flat()];
}

function tokensOf({ stems, forms }: EngineWord): string[] {
  return [...stems.map(stemToken), ...forms.map(formToken)];
}

/**
 * The query for ranking: words count but none is required (`matchingStrategy`), except the one in every document. The
 * first expression of each word comes before the second of any.
 */
export function rankingQuery(words: readonly EngineWord[]): string {
  const tokens = words.map(tokensOf);
  const rounds = Math.max(0, ...tokens.map(({ length }) => length));
  const inTurn = Array.from({ length: rounds }, (_, round) => tokens.flatMap((own) => own[round] ?? []));
  return [`"${EVERY}"`, ...new Set(inTurn.flat())].slice(0, MOST_TOKENS).join(' ');
}

function hasCode(error: unknown, code: string): boolean {
  return refusalIn(error)?.cause?.code === code;
}

/** @throws AppError `invalid` for a request that Meilisearch will never accept, else the given error */
function requestError(error: unknown): never {
  const refusal = refusalIn(error);
  if (refusal?.cause) throwIfInvalid(refusal.cause, refusal);
  throw refusal ?? error;
}

/** @throws AppError `invalid` for a fault of the request */
function throwIfInvalid({ type, code, message }: Fault, cause?: unknown): void {
  if (type === OF_THE_REQUEST && !MENDED_BY_TIME.has(code)) throw new AppError('invalid', message, { cause });
}

function refusalIn(error: unknown): MeilisearchApiError | undefined {
  const refusal = error instanceof MeilisearchRequestError ? error.cause : error;
  return refusal instanceof MeilisearchApiError ? refusal : undefined;
}
