import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import type { SearchRequest, SearchResult } from '../port/search-index.ts';
import { beginningIn } from '../vocabulary/completions.ts';
import { createEngineCalls, refusalOf } from './engine-calls.ts';
import { createFallbackLog } from './fallback-log.ts';
import { type Reason, ruleAgainst, ruleAgainstRemovals } from './rules.ts';
import type { FindSnapshot, IndexState, ReadySnapshot } from './search-snapshot.ts';

export interface EngineSearchOptions {
  engine: SearchEngine;
  database: Database;
  findSnapshot: FindSnapshot;
  logger: Logger;
  countSearch: (labels: { engine: string; reason: Reason }) => void;
  pause?: number | undefined;
}

export interface Asked {
  /** Undefined when PostgreSQL must answer. */
  result?: SearchResult;
  reason: Reason;
  /** Ids to exclude; undefined if not yet known. */
  gone?: readonly number[];
}

type SearchAsked = Omit<SearchRequest, 'exclude'>;

export interface EngineSearch {
  ask(request: SearchAsked): Promise<Asked>;
  /** Whether it is working, as far as is known. */
  isAnswering(): Promise<boolean>;
}

const indexState = preparedStatement(new URL('./sql/index-state.sql', import.meta.url));

export function createEngineSearch(options: EngineSearchOptions): EngineSearch {
  const { engine, database, findSnapshot, logger, countSearch, pause } = options;
  const log = createFallbackLog(logger, engine.name);
  const calls = createEngineCalls({ onOpen: log.engineFailed, onClose: log.engineAnswered, pause });

  async function askEngine(
    request: SearchAsked,
    { index_name: name, gone, completions }: ReadySnapshot,
  ): Promise<Asked> {
    try {
      const index = engine.index(name);
      const result = await index.search({ ...request, exclude: gone }, { completions, ask: calls.ask });
      countSearch({ engine: engine.name, reason: 'usual' });
      return { reason: 'usual', result };
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === 'refused') log.engineRefused(error);
      return { reason, gone };
    }
  }

  return {
    async ask(request) {
      const rule = ruleAgainst(request);
      if (rule) return { reason: rule };
      const hear = log.awaitIndexState();
      const needs = { settings: engine.settings, beginning: beginningIn(request.query.words) };
      const snapshot = await findSnapshot(request, needs);
      const { state, gone } = snapshot;
      hear(state);
      if (state !== 'ready') return { reason: state, gone };
      const ruleForRemovals = ruleAgainstRemovals(gone);
      return ruleForRemovals ? { reason: ruleForRemovals, gone } : askEngine(request, snapshot);
    },
    async isAnswering() {
      const { state } = await database.one<{ state: IndexState }>(indexState([engine.settings]));
      return state === 'ready' && !calls.isOpen;
    },
  };
}
