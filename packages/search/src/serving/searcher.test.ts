import type { Database } from '@guidepost/postgres';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { ENGLISH } from '../testing/contract-documents.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createSearcher } from './searcher.ts';

const FIND_SNAPSHOT = `
  select search_revision($1) as revision, 'not_ready' as state, null as index_name, '{}'::bigint[] as excluded`;

let opened: SearchDatabase;
beforeAll(async () => {
  opened = await openSearchDatabase();
});
afterAll(() => opened.close());

describe('a search with an index that cannot be brought up to date', () => {
  it('neither finds, counts nor suggests what is gone or hidden, and says so in the log', async () => {
    const { database } = opened;
    const other = createEmbeddedSearch(database);
    const write = (id: number, title: string, hidden = false) =>
      other.put(ENGLISH, [{ id, fields: [title], facets: {}, hidden }]);
    for (const [id, title] of ['Roses', 'Roses', 'Roses', 'Chrysanthemum'].entries()) await write(id, title);
    let isFailing = false;
    const failing: Database = Object.assign(Object.create(database), {
      any: async (...query: Parameters<Database['any']>) => {
        if (isFailing) throw new Error('this page cannot be read');
        return database.any(...query);
      },
    });
    const log: string[] = [];
    const searcher = createSearcher({
      database: failing,
      logger: createLogger({
        service: 'test',
        level: 'info',
        stream: { write: (line) => void log.push(line) },
      }),
      metrics: createMetrics('test'),
      findSnapshot: ({ tenant }) => database.one(FIND_SNAPSHOT, [tenant.id]),
    });
    const request = (text: string, hiddenToo = false) => ({
      tenant: ENGLISH,
      query: createAnalyzer('en').query(text),
      hiddenToo,
      offset: 0,
      limit: 10,
    });
    expect(await searcher.page(request('roses'))).toMatchObject({ ids: [0, 1, 2], total: 3 });
    await other.remove(ENGLISH, [0, 3]);
    await write(1, 'Roses', true);
    isFailing = true;
    expect(await searcher.page(request('roses'))).toMatchObject({ ids: [2], total: 1 });
    expect((await searcher.all(request('roses'))).ids).toEqual([2]);
    expect(await searcher.page(request('roses', true))).toMatchObject({ ids: [1, 2], total: 2 });
    const nothing = { ids: [], total: 0, corrections: [], otherWords: [], missing: [] };
    expect(await searcher.page(request('chrysantemum'))).toEqual(nothing);
    expect(log.join()).toContain('cannot be brought up to date');
  });
});
