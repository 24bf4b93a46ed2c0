import { type Database, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { rankCandidates, type SearchedTenant, wantedOf } from '../embedded/search-tenant.ts';
import type {
  AskEngine,
  EngineIndex,
  EngineWord,
  SearchEngine,
  SearchRequest,
  SearchResult,
} from '../port.ts';
import type { Concept } from '../ranking/concept.ts';
import { createEngineCalls, refusalOf } from './engine-calls.ts';
import { createFallbackLog } from './fallback-log.ts';
import {
  type IndexState,
  type ReadySnapshot,
  type Reason,
  ruleAgainst,
  type SearchSnapshot,
} from './rules.ts';

export interface EngineSearchOptions {
  engine: SearchEngine;
  database: Database;
  logger: Logger;
  countSearch: (labels: { engine: string; reason: Reason }) => void;
  pause?: number | undefined;
}

export interface Asked {
  /** Undefined when the service must answer itself. */
  result?: SearchResult;
  reason: Reason;
}

export interface EngineSearch {
  /** Call before the snapshot is read: its state counts unless a later one was heard before. */
  awaitState(): (state: IndexState) => void;
  ask(request: SearchRequest, tenant: SearchedTenant, snapshot: SearchSnapshot): Promise<Asked>;
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
  const { engine, database, logger, countSearch, pause } = options;
  const log = createFallbackLog(logger, engine.name);
  const calls = createEngineCalls({ onOpen: log.engineFailed, onClose: log.engineAnswered, pause });

  async function askEngine(
    request: SearchRequest,
    tenant: SearchedTenant,
    { index_name: name }: ReadySnapshot,
  ): Promise<Asked> {
    try {
      const result = await searchOnEngine(engine.index(name), tenant, request, calls.ask);
      countSearch({ engine: engine.name, reason: 'usual' });
      return { reason: 'usual', result };
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === 'refused') log.engineRefused(error);
      return { reason };
    }
  }

  return {
    awaitState: log.awaitIndexState,
    get awaySince() {
      return log.since;
    },
    async ask(request, tenant, snapshot) {
      const rule = ruleAgainst(request, tenant.concepts.concepts, snapshot.excluded);
      if (rule) return { reason: rule };
      return snapshot.state === 'ready' ? askEngine(request, tenant, snapshot) : { reason: snapshot.state };
    },
    async isAnswering() {
      const { state } = await database.one<{ state: IndexState }>(indexState([engine.settings]));
      return state === 'ready' && !calls.isOpen;
    },
  };
}

/** A page of an engine's results, ranked by the tenant's index in this process. */
export async function searchOnEngine(
  engineIndex: EngineIndex,
  tenant: SearchedTenant,
  request: SearchRequest,
  ask: AskEngine = (question) => question(),
): Promise<SearchResult> {
  const words = tenant.concepts.concepts.filter(({ finds }) => finds).map(engineWord(tenant));
  const wanted = { ...request, words, limit: wantedOf(request) };
  const found = await ask((signal) => engineIndex.candidates(wanted, signal));
  return rankCandidates(tenant, request, found);
}

/** The stems and forms that express a concept: a stem if all of its words do, else forms. */
function engineWord({ index: { vocabulary } }: SearchedTenant): (concept: Concept) => EngineWord {
  return ({ expressions }) => {
    const stems = new Set<string>();
    const forms = new Set<string>();
    for (const term of expressions.keys()) {
      const stem = vocabulary.stemOf(term);
      const isWhole = vocabulary.withStem(stem).every((other) => expressions.has(other));
      if (isWhole || vocabulary.formOf(term) === stem) stems.add(stem);
      else forms.add(vocabulary.formOf(term));
    }
    return { stems: [...stems], forms: [...forms] };
  };
}
