import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Database } from '@guidepost/postgres';
import { withDatabase } from '../forum/content.ts';
import { requestOnce } from '../load.ts';
import { median } from '../median.ts';
import { type NamedQuery, queriesOfEachKind } from './queries.ts';
import { SEARCH_PATH, startRecorder } from './recorder.ts';
import type { SearchedService } from './searched-service.ts';
import { type EngineAccess, type Serving, serve } from './serving.ts';

/** How long one search takes, in milliseconds, the medians over all rounds. */
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
export interface RecordedQuery extends NamedQuery {
  searches: string[];
}

interface Answer {
  results: { hits: { id: number }[]; totalHits?: number }[];
}

/** Of each kind of query, on both sides, before anything is measured: what runs often is compiled with more care. */
export const WARM_UP = 500;

const ROUNDS = 7;
const SEARCHES = 20;

/** Starts the service behind a proxy for a moment, and asks it each query once. */
export async function recordQueries(
  service: SearchedService,
  engine: EngineAccess,
): Promise<RecordedQuery[]> {
  const recorder = await startRecorder(engine);
  const serving = await serve(service, recorder);
  const recorded: RecordedQuery[] = [];
  for (const named of queriesOfEachKind()) {
    await requestOnce(serving.address + service.searchPath(named.query), { headers: service.headers });
    const searches = recorder.take();
    if (searches.length === 0) throw new Error(`Meilisearch was not asked for ${named.query}`);
    recorded.push({ ...named, searches });
  }
  await serving.stop();
  recorder.stop();
  return recorded;
}

/** Searches through the API and what they consist of beneath it, in turns. */
export function measureOneAtATime(
  service: SearchedService,
  { serving, engine, queries }: { serving: Serving; engine: EngineAccess; queries: readonly RecordedQuery[] },
): Promise<SearchTime[]> {
  return withDatabase(service.databaseUrl, async (database) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sides = queries.map((query) => {
      const url = serving.address + service.searchPath(query.query);
      return {
        what: query.what,
        searchApi: () => requestOnce(url, { agent, headers: service.headers }),
        searchBeneath: searchBeneath(query, { service, engine, database, agent }),
      };
    });
    for (let search = 0; search < WARM_UP; search += 1) {
      for (const both of sides) await measureRound(both, 1);
    }
    const times: SearchTime[] = [];
    for (const both of sides) {
      const rounds: Awaited<ReturnType<typeof measureRound>>[] = [];
      while (rounds.length < ROUNDS) rounds.push(await measureRound(both, SEARCHES));
      const middle = (of: 'api' | 'beneath' | 'engine') => median(rounds.map((round) => round[of]));
      const { found } = await both.searchBeneath();
      const measured = { api: middle('api'), beneath: middle('beneath'), engine: middle('engine') };
      times.push({ what: both.what, found, ...measured });
    }
    agent.destroy();
    return times;
  });
}

interface BothSides {
  searchApi: () => Promise<void>;
  searchBeneath: () => Promise<{ engine: number }>;
}

async function measureRound(
  { searchApi, searchBeneath }: BothSides,
  searches: number,
): Promise<Pick<SearchTime, 'api' | 'beneath' | 'engine'>> {
  const times = { api: [] as number[], beneath: [] as number[], engine: [] as number[] };
  for (let search = 0; search < searches; search += 1) {
    const started = performance.now();
    await searchApi();
    const between = performance.now();
    const { engine } = await searchBeneath();
    times.api.push(between - started);
    times.beneath.push(performance.now() - between);
    times.engine.push(engine);
  }
  return { api: median(times.api), beneath: median(times.beneath), engine: median(times.engine) };
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
    const milliseconds = performance.now() - started;
    const { results = [] } = answer ?? {};
    await service.readPage(database, results[0]?.hits.map(({ id }) => id) ?? []);
    return { engine: milliseconds, found: results.at(-1)?.totalHits ?? 0 };
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
