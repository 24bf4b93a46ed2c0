import { type Database, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import type { AskEngine, EngineIndex, SearchEngine, SearchRequest, SearchResult } from '../port.ts';
import { ENGINE_CANDIDATES, MOST_CANDIDATES, type OpenedRows, type RowsSearch } from '../rows/search-rows.ts';
import { createEngineCalls, refusalOf } from './engine-calls.ts';
import { engineRequest } from './engine-request.ts';
import { createFallbackLog } from './fallback-log.ts';
import type { Asked, IndexState, Reason, SearchSnapshot } from './rules.ts';

export interface EngineSearchOptions {
  engine: SearchEngine;
  rows: RowsSearch;
  database: Database;
  logger: Logger;
  countSearch: (labels: { engine: string; reason: Reason }) => void;
  pause?: number | undefined;
}

export interface Answer {
  /** Undefined when the service must answer itself. */
  result?: SearchResult;
  reason: Reason;
}

export interface EngineSearch {
  /** Call before the snapshot is read: its state counts unless a later one was heard before. */
  awaitState(): (state: IndexState) => void;
  ask(asked: Asked, snapshot: SearchSnapshot): Promise<Answer>;
  /** Whether it is working, as far as is known. */
  isAnswering(): Promise<boolean>;
  /** Since when it is not, if a search has noticed. */
  readonly awaySince: Date | undefined;
}

const indexState = sql`
  select s.state
  from search_index_state($1) s
`;

export function createEngineSearch(options: EngineSearchOptions): EngineSearch {
  const { engine, rows, database, logger, countSearch, pause } = options;
  const log = createFallbackLog(logger, engine.name);
  const calls = createEngineCalls({ onOpen: log.engineFailed, onClose: log.engineAnswered, pause });

  /** Failures of the database are those of the search. */
  async function ask(request: SearchRequest, opened: OpenedRows, name: string): Promise<Answer> {
    let refusal: Reason | undefined;
    const asking: AskEngine = (question) =>
      calls.ask(question).catch((error: unknown) => {
        refusal = refusalOf(error);
        if (refusal === 'refused') log.engineRefused(error);
        throw error;
      });
    try {
      const result = await searchOnEngine(
        { engineIndex: engine.index(name), rows, ask: asking },
        opened,
        request,
      );
      countSearch({ engine: engine.name, reason: 'usual' });
      return { reason: 'usual', result };
    } catch (error) {
      if (refusal) return { reason: refusal };
      throw error;
    }
  }

  return {
    awaitState: log.awaitIndexState,
    get awaySince() {
      return log.since;
    },
    async ask({ request, revision, finding }, snapshot) {
      if (snapshot.state !== 'ready') return { reason: snapshot.state };
      const opened = await rows.open(request, revision);
      if (opened.facts.isCounting) return { reason: 'counting' };
      return ask({ ...request, vector: await finding }, opened, snapshot.index_name);
    },
    async isAnswering() {
      const { state } = await database.one<{ state: IndexState }>(indexState([engine.settings]));
      return state === 'ready' && !calls.isOpen;
    },
  };
}

/** Each page of an engine costs as much as all pages before it. */
const DEEPEST = 10_000;

export interface EngineSources {
  engineIndex: EngineIndex;
  rows: RowsSearch;
  ask?: AskEngine;
}

/** A page of an engine's results, ranked by the words of their rows. Partial behind the 10,000th result. */
export async function searchOnEngine(
  { engineIndex, rows, ask = (question) => question() }: EngineSources,
  opened: OpenedRows,
  request: SearchRequest,
): Promise<SearchResult> {
  const isQuoted = opened.concepts.concepts.some(({ isRequired }) => isRequired);
  const isDeep = request.offset + request.limit > DEEPEST;
  const limit = isDeep ? DEEPEST : Math.max(ENGINE_CANDIDATES, request.offset + request.limit);
  const wanted = engineRequest(opened, request, isQuoted ? MOST_CANDIDATES : limit);
  if (!wanted) return rows.rank(opened, request, { ids: [], total: 0 });
  const { ids, total } = await ask((signal) => engineIndex.candidates(wanted, signal));
  if (isQuoted) return rows.verify(opened, request, { ids, isCut: total > ids.length });
  const result = await rows.rank(opened, request, { ids, total });
  return isDeep && total > DEEPEST ? { ...result, partial: true } : result;
}
