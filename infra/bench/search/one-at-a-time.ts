import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Database } from '@guidepost/postgres';
import { withDatabase } from '../forum/content.ts';
import { requestOnce } from '../load.ts';
import { median } from '../median.ts';
import { type QueryKind, queriesOfEachKind } from './queries.ts';
import { SEARCH_PATH, startRecorder } from './recorder.ts';
import type { SearchedService } from './searched-service.ts';
import { type EngineAccess, type Serving, serve } from './serving.ts';

/** How long one search takes, in milliseconds: the median, and where there are several queries the mean of theirs. */
export interface SearchTime {
  what: string;
  found: number;
  /** Through the API of the service. */
  api: number;
  /** What the service asks Meilisearch, and the statement that reads the page. */
  beneath: number;
  /** Of `beneath`, Meilisearch alone. */
  engine: number;
}

/** A query, and what the service asks Meilisearch for it: once more when nothing is found as it was typed. */
interface RecordedQuery {
  query: string;
  searches: string[];
}

/** Queries of one kind. */
interface RecordedKind extends Omit<QueryKind, 'queries'> {
  queries: RecordedQuery[];
}

interface Answer {
  results: { hits: { id: number }[]; totalHits?: number }[];
}

/** Of each kind of query, on both sides, before anything is measured: what runs often is compiled with more care. */
export const WARM_UP = 500;

/** So often is each query asked on both sides, and at least so many searches are made of each kind. */
export const FEWEST_ROUNDS = 14;
const FEWEST_SEARCHES = 140;

/** Starts the service behind a proxy for a moment, and asks it each query once. */
export async function recordQueries(service: SearchedService, engine: EngineAccess): Promise<RecordedKind[]> {
  const recorder = await startRecorder(engine);
  const serving = await serve(service, recorder);
  const recorded: RecordedKind[] = [];
  for (const { what, queries } of queriesOfEachKind()) {
    const kind: RecordedKind = { what, queries: [] };
    for (const query of queries) {
      await requestOnce(serving.address + service.searchPath(query), { headers: service.headers });
      const searches = recorder.take();
      if (searches.length === 0) throw new Error(`Meilisearch was not asked for ${query}`);
      kind.queries.push({ query, searches });
    }
    recorded.push(kind);
  }
  await serving.stop();
  recorder.stop();
  return recorded;
}

/** Searches through the API and what they consist of beneath it, in turns. */
export function measureOneAtATime(
  service: SearchedService,
  { serving, engine, kinds }: { serving: Serving; engine: EngineAccess; kinds: readonly RecordedKind[] },
): Promise<SearchTime[]> {
  return withDatabase(service.databaseUrl, async (database) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sidesOf = (query: RecordedQuery): BothSides => {
      const url = serving.address + service.searchPath(query.query);
      return {
        api: async () => {
          const started = performance.now();
          await requestOnce(url, { agent, headers: service.headers });
          return { api: performance.now() - started };
        },
        beneath: searchBeneath(query, { service, engine, database, agent }),
      };
    };
    const sides = kinds.map(({ what, queries }) => ({ what, queries: queries.map(sidesOf) }));
    for (let search = 0; search < WARM_UP; search += 1) {
      for (const { queries } of sides) await queries[search % queries.length]?.api();
      for (const { queries } of sides) await queries[search % queries.length]?.beneath();
    }
    const times: SearchTime[] = [];
    for (const { what, queries } of sides) times.push({ what, ...(await measureKind(queries)) });
    agent.destroy();
    return times;
  });
}

/** A search, in milliseconds: through the API, and what that consists of. */
interface BothSides {
  api: () => Promise<Pick<Times, 'api'>>;
  beneath: () => Promise<Omit<Times, 'api'>>;
}

type Times = Omit<SearchTime, 'what'>;

async function measureKind(queries: readonly BothSides[]): Promise<Times> {
  const measured = queries.map((sides) => ({ sides, searches: [] as Times[] }));
  const rounds = Math.max(FEWEST_ROUNDS, FEWEST_SEARCHES / queries.length);
  for (let round = 0; round < rounds; round += 1)
    for (const { sides, searches } of measured) searches.push(await measureSearch(sides, round));
  const medians = measured.map(({ searches }) => summary(searches, median));
  return summary(medians, mean);
}

/** Whoever asks second finds more of it in the caches of Meilisearch and PostgreSQL: both do as often. */
async function measureSearch({ api, beneath }: BothSides, round: number): Promise<Times> {
  if (round % 2 === 0) return { ...(await api()), ...(await beneath()) };
  return { ...(await beneath()), ...(await api()) };
}

function summary(times: readonly Times[], of: (values: number[]) => number): Times {
  const all = (what: keyof Times) => of(times.map((time) => time[what]));
  return { api: all('api'), beneath: all('beneath'), engine: all('engine'), found: all('found') };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Beneath {
  service: SearchedService;
  engine: EngineAccess;
  database: Database;
  agent: Agent;
}

/** The same questions to Meilisearch, one after the other, and the page of what the last one found. */
function searchBeneath({ searches }: RecordedQuery, { service, engine, database, agent }: Beneath) {
  return async () => {
    const started = performance.now();
    let answer: Answer | undefined;
    for (const body of searches) answer = await ask(engine, agent, body);
    const between = performance.now();
    const { results = [] } = answer ?? {};
    await service.readPage(database, results[0]?.hits.map(({ id }) => id) ?? []);
    return {
      beneath: performance.now() - started,
      engine: between - started,
      found: results.at(-1)?.totalHits ?? 0,
    };
  };
}

function ask({ url, key }: EngineAccess, agent: Agent, body: string): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + SEARCH_PATH, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Meilisearch answered ${response.statusCode}`));
      json(response).then((answer) => resolve(answer as Answer), reject);
    });
    sent.once('error', reject).end(body);
  });
}
