import { DatabaseSync } from 'node:sqlite';
import type { Database } from '@guidepost/postgres';
import type { SearchDocument } from '@guidepost/search';
import { createRandom, createVocabulary } from '../archives/words.ts';
import { embeddedGuidepost, miniSearch } from '../search-quality/contenders.ts';
import { CONNECTIONS, median } from './measure.ts';
import { createQueries } from './queries.ts';

/** A way to search the same documents: one word is enough; the first twenty results, best first. */
interface Engine {
  name: string;
  put(documents: readonly SearchDocument[]): unknown;
  find(words: string): unknown;
}

export interface EngineResult {
  name: string;
  documents: number;
  /** Documents indexed and searches answered per second. */
  indexed: number;
  rate: number;
  /** Milliseconds of one search while nothing else runs. */
  median: number;
  longest: number;
}

const WORDS = 500;
const ROUNDS = 3;
const QUERIES = createQueries(200);
const TENANT = { id: 1, language: 'en' };
const ALONE = 100;
const PAGE = 20;
const BATCH = 100;

/** Compares engines on `count` texts of 3 kB, each alone and then by {@link CONNECTIONS} clients, in turn. */
export async function compareEngines(database: Database, count: number): Promise<EngineResult[]> {
  const documents = createDocuments(count);
  const engines = [
    ofOneTenant(embeddedGuidepost(database, PAGE)),
    fullText(database),
    sqlite(),
    ofOneTenant(miniSearch(PAGE)),
  ];
  const results: EngineResult[] = [];
  for (const engine of engines) {
    process.stderr.write(`${engine.name}, ${count} documents …\n`);
    const since = performance.now();
    for (let start = 0; start < count; start += BATCH)
      await engine.put(documents.slice(start, start + BATCH));
    const indexed = count / ((performance.now() - since) / 1_000);
    await database.none('vacuum analyze');
    results.push({ name: engine.name, documents: count, indexed, rate: 0, ...(await searchAlone(engine)) });
  }
  const rates = engines.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, engine] of engines.entries()) rates[place]?.push(await measureRate(engine));
  return results.map((result, place) => ({ ...result, rate: median(rates[place] ?? []) }));
}

async function searchAlone({ find }: Engine): Promise<Pick<EngineResult, 'median' | 'longest'>> {
  const times: number[] = [];
  for (const query of QUERIES.slice(0, ALONE)) {
    const begun = performance.now();
    await find(query);
    times.push(performance.now() - begun);
  }
  return { median: median(times), longest: Math.max(...times.slice(1)) };
}

async function measureRate({ find }: Engine): Promise<number> {
  const waiting = [...QUERIES];
  const begun = performance.now();
  const ask = async () => {
    for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) await find(query);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  return QUERIES.length / ((performance.now() - begun) / 1_000);
}

function createDocuments(count: number): SearchDocument[] {
  const nextWord = createVocabulary('en', createRandom(1));
  const words = (length: number) => Array.from({ length }, nextWord).join(' ');
  return Array.from({ length: count }, (_, id) => ({ id, fields: [words(4), '', words(WORDS)], facets: {} }));
}

function ofOneTenant({ name, put, find }: ReturnType<typeof miniSearch>): Engine {
  return { name, put: (documents) => put(TENANT, documents), find: (words) => find(TENANT, words) };
}

function fullText(database: Database): Engine {
  const statement = `select id from bench_texts, to_tsquery('english', $1) q where words @@ q
    order by ts_rank(words, q) desc limit ${PAGE}`;
  return {
    name: 'PostgreSQL, `ts_rank`',
    async put(documents) {
      await database.none(`create table if not exists bench_texts (id bigint primary key, words tsvector);
        create index if not exists bench_texts_words on bench_texts using gin (words)`);
      await database.none(
        `insert into bench_texts select d.id, setweight(to_tsvector('english', d.title), 'A') ||
           to_tsvector('english', d.text) from json_to_recordset($1) as d (id bigint, title text, text text)`,
        [JSON.stringify(documents.map(({ id, fields: [title, , text] }) => ({ id, title, text })))],
      );
    },
    find: (words) => database.any(statement, [words.split(' ').join(' | ')]),
  };
}

function sqlite(): Engine {
  const file = new DatabaseSync(':memory:');
  file.exec(`create virtual table texts using fts5(title, text, content='', tokenize='porter unicode61')`);
  const insert = file.prepare('insert into texts (rowid, title, text) values (?, ?, ?)');
  const find = file.prepare(
    `select rowid from texts where texts match ? order by bm25(texts, 5, 1) limit ${PAGE}`,
  );
  return {
    name: 'SQLite, FTS5',
    put(documents) {
      file.exec('begin');
      for (const { id, fields } of documents) insert.run(id, fields[0] ?? '', fields[2] ?? '');
      file.exec('commit');
    },
    find: (words) => find.all(words.split(' ').join(' OR ')),
  };
}
