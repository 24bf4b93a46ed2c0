import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearchDatabase, type SearchDatabase } from '../testing/search-database.ts';

let search: SearchDatabase;

beforeAll(async () => {
  search = await openSearchDatabase();
  await search.database.none(
    `insert into search_words (tenant_id, word, documents)
     select 1 + n % 2, prefix || md5(n::text), 1 from generate_series(1, 10000) n, unnest(array['', '=']) prefix`,
  );
  await search.database.none('analyze search_words');
});

afterAll(() => search.close());

/** The plan of a cached statement, which knows no values. */
async function planOf(name: string): Promise<string> {
  const text = await readFile(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');
  const parameters = Array.from(new Set(text.match(/\$\d+/g)), () => 'null');
  return search.database.task(async (task) => {
    await task.none('set plan_cache_mode = force_generic_plan');
    await task.none(`prepare kept as ${text}`);
    const rows = await task.any(`explain execute kept(${parameters.join()})`);
    await task.none('deallocate kept; reset plan_cache_mode');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

describe('among many words', () => {
  it.each(['count-words', 'is-beginning', 'nearest-words'])(
    'no plan that is kept reads all of them: %s',
    async (name) => {
      const plan = await planOf(name);
      expect(plan).not.toContain('Seq Scan');
      expect(plan).toMatch(/Index Cond: .*word/);
    },
  );

  it('and so does that of completions', async () => {
    const read = `explain (analyze, buffers, format json) select form from search_completions(1, 'abc')`;
    const pages = await search.database.task(async (task) => {
      // The first call makes the plan.
      await task.any(read);
      const [{ 'QUERY PLAN': explained }] = await task.any(read);
      return explained[0].Plan['Shared Hit Blocks'];
    });
    expect(pages).toBeLessThan(20);
  });
});
