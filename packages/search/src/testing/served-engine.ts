import { meilisearchForTests } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import type { Metrics } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { type FaultyProxy, startFaultyProxy } from '@guidepost/testing';
import type { SearchEngine } from '../port.ts';
import type { SearchSnapshot } from '../serving/rules.ts';
import { createSearcher, type Searcher } from '../serving/searcher.ts';
import { type FedEngine, openFedEngine } from './fed-engine.ts';

export interface ServedEngine extends FedEngine {
  searcher: Searcher;
  /** @param onStatement called for each statement of the search */
  searcherOf(engine: SearchEngine, onStatement?: (text: string) => void): Searcher;
  proxy: FaultyProxy;
  /** Searches since the last call by engine and reason, as `meilisearch usual`. */
  takeCounts(): Promise<Record<string, number>>;
  takeLog(): object[];
}

/** A database whose statements are heard. */
function heard(database: Database, onStatement: (text: string) => void): Database {
  const hearing = (method: 'any' | 'one') => (statement: { text: string }) => {
    onStatement(statement.text);
    return database[method](statement);
  };
  return Object.assign(Object.create(database), { any: hearing('any'), one: hearing('one') });
}

const FIND_SNAPSHOT = `
  select search_revision($1) as revision, s.state, s.index_name, array(
    select w.document_id from search_waiting($1, s.index_id) w where w.document_id <> all($3)
  ) as excluded
  from search_index_state($2) s`;

export async function openServedEngine(): Promise<ServedEngine> {
  const { url, key } = meilisearchForTests();
  const proxy = await startFaultyProxy(url);
  const fed = await openFedEngine({ url: proxy.url, key });
  const { database, engine, records } = fed;
  const lines: object[] = [];
  const logger = createLogger({
    service: 'test',
    level: 'info',
    stream: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const registries: Metrics['registry'][] = [];
  const searcherOf: ServedEngine['searcherOf'] = (one, onStatement) => {
    const metrics = createMetrics('test');
    registries.push(metrics.registry);
    return createSearcher({
      database: onStatement ? heard(database, onStatement) : database,
      engine: one,
      logger,
      metrics,
      pause: 1,
      findSnapshot: ({ tenant }, settings) =>
        database.one<SearchSnapshot>(FIND_SNAPSHOT, [tenant.id, settings, [...records.keys()]]),
    });
  };
  return {
    ...fed,
    searcher: searcherOf(engine),
    searcherOf,
    proxy,
    async takeCounts() {
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      for (const registry of registries) registry.resetMetrics();
      const counts = texts.join('').matchAll(/^searches_total\{engine="(.+?)",reason="(.+?)".*\} (\d+)$/gm);
      return Object.fromEntries(
        [...counts].map(([, name, reason, count]) => [`${name} ${reason}`, Number(count)]),
      );
    },
    takeLog: () => lines.splice(0),
    async close() {
      await fed.close();
      await proxy.close();
    },
  };
}
