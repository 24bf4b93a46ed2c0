import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';
import { createPostgresSearch, SEARCH_MIGRATIONS, type SearchIndex } from '@guidepost/search';
import { createTestDatabase, type TestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSubstringSearch } from './baselines/baseline.ts';
import { compare, type SearchedCorpus } from './compare.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { SMALL_TEXTS } from './small-texts.ts';

const QUERIES = readJudgedQueries(new URL('./small-judged-queries.tsv', import.meta.url));

describe('the order of what is found, by a small judged set', () => {
  let created: TestDatabase;
  let database: Database;
  let corpora: SearchedCorpus[];

  beforeAll(async () => {
    created = await createTestDatabase({ template: 'search-quality', prepare });
    database = connect(created.url);
    corpora = Object.entries(SMALL_TEXTS).map(([language, texts], index) => ({
      name: language,
      tenant: { id: index + 1, language },
      slugs: new Map(texts.map(({ slug }, id) => [id, slug])),
    }));
  });

  afterAll(async () => {
    await closeDatabase(database);
    await created.drop();
  });

  const measure = async (index: SearchIndex) => {
    await index.prepare();
    for (const { tenant } of corpora) {
      const texts = SMALL_TEXTS[tenant.language] ?? [];
      const documents = texts.map(({ title, headings, text }, id) => ({
        id,
        fields: [title, headings, text],
        facets: {},
      }));
      await index.put(tenant, documents);
    }
    const answers = await compare([{ name: 'one', index }], corpora, QUERIES);
    return answers.reduce((sum, { ndcg }) => sum + ndcg, 0) / answers.length;
  };

  it('is close to the best, and far from what a search for parts of the text gives', async () => {
    const ours = await measure(createPostgresSearch(database));
    expect(ours).toBeGreaterThan(0.93);
    expect(ours).toBeGreaterThan((await measure(createSubstringSearch(database))) + 0.3);
  });
});

async function prepare(url: string): Promise<void> {
  const database = connect(url);
  await migrate(database, [SEARCH_MIGRATIONS]);
  await closeDatabase(database);
}

function connect(url: string): Database {
  return openDatabase({ url, poolSize: 2, applicationName: 'guidepost test', statementTimeout: 0 });
}
