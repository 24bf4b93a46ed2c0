import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { createPostgresSearch } from '@guidepost/search';
import { MARKED_WORDS } from './generate-guides.ts';
import { median } from './median.ts';

export interface SearchSpeed {
  /** Of the guides, those that hold the word. */
  share: number;
  /** How many they are. */
  total: number;
  /** Of a whole search: every statement of it and what is between them; the median of the rounds. */
  milliseconds: number;
  /** How the server found the guides. */
  plan: string;
}

const ROUNDS = 15;

/** Searches for words of known frequency, after ANALYZE, one search after the other. */
export async function measureSearch(databaseUrl: string, host: string): Promise<SearchSpeed[]> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'bench',
    statementTimeout: 0,
  });
  await database.none('vacuum analyze');
  const plans = await recordPlans(database);
  const { id, language } = await database.one('select id, language from knowledge_bases where host = $1', [
    host,
  ]);
  const search = createPostgresSearch(database);
  const measured: SearchSpeed[] = [];
  for (const [word, share] of Object.entries(MARKED_WORDS)) {
    const request = { tenant: { id, language }, query: word, offset: 0, limit: 20 };
    const { total } = await search.search(request);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await search.search(request);
      times.push(performance.now() - started);
    }
    measured.push({
      share,
      total,
      milliseconds: median(times),
      plan: await plans.during(() => search.search(request)),
    });
  }
  await closeDatabase(database);
  return measured;
}

/** Lets the server say how it runs statements inside functions, when it is asked to. */
async function recordPlans(database: Database) {
  const notices: string[] = [];
  const connection = await database.connect();
  connection.client.on('notice', ({ message }: { message?: string }) => void notices.push(message ?? ''));
  await connection.none(`load 'auto_explain'`);
  await connection.done();
  return {
    async during(work: () => Promise<unknown>): Promise<string> {
      await database.none(
        `set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
         set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice`,
      );
      notices.length = 0;
      await work();
      await database.none('set auto_explain.log_min_duration = -1');
      return notices.find((notice) => notice.includes('search_documents_by_word')) ?? notices.join('\n');
    },
  };
}
