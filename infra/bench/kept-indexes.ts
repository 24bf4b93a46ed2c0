import { setTimeout } from 'node:timers/promises';
import type { Database } from '@guidepost/postgres';
import {
  createAnalyzer,
  createEmbeddedSearch,
  type EmbeddedSearch,
  type SearchDocument,
} from '@guidepost/search';
import { archiveLines } from '../archives/archive.ts';
import { createRandom } from '../archives/words.ts';
import { median } from './measure.ts';

const TENANT = { id: 1, language: 'en' };
const COMMENTS_OF_A_DIALOG = 5;
const BATCH = 200;
const ROUNDS = 3;
const ALONE = { memory: Number.MAX_SAFE_INTEGER, longestFirst: 2 ** 31 - 1 };
/** Numbers and names that few other texts have, which make most of a large forum's vocabulary. */
const RARE_WORDS = 2;
const RARE = 10_000_000;

export interface KeptResult {
  dialogs: number;
  /** Seconds. */
  build: number;
  read: number;
  write: number;
  /** Bytes in the database, and estimated in memory. */
  kept: number;
  memory: number;
  words: number;
}

/** Making the index of a forum from the rows of its documents, beside reading the index that is kept. */
export async function measureKeptIndex(database: Database, dialogs: number): Promise<KeptResult> {
  await fill(database, dialogs);
  const builds: number[] = [];
  const reads: number[] = [];
  let write = 0;
  let memory = 0;
  let words = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await database.none('delete from search_kept_indexes');
    const builder = createEmbeddedSearch(database, { ...ALONE });
    builds.push((await open(database, builder)).seconds);
    write = await keep(database, builder);
    const { seconds, index } = await open(database, createEmbeddedSearch(database, ALONE));
    reads.push(seconds);
    memory = index.bytes;
    words = index.vocabulary.size;
    process.stderr.write(`${dialogs}: built in ${builds.at(-1)}, read in ${seconds}\n`);
  }
  const { kept } = await database.one('select sum(length(content)) as kept from search_kept_parts');
  return { dialogs, build: median(builds), read: median(reads), write, kept, memory, words };
}

export function reportKeptIndexes(results: readonly KeptResult[]): string {
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const rows = results.map(
    ({ dialogs, build, read, write, kept, memory, words }) =>
      `| ${dialogs.toLocaleString('en')} | ${words.toLocaleString('en')} | ${build.toFixed(2)} s | ${read.toFixed(2)} s | ${(build / read).toFixed(1)} | ${write.toFixed(2)} s | ${megabytes(kept)} | ${megabytes(memory)} |`,
  );
  return `| dialogs | words | made from documents | read as kept | times as fast | written | kept | in memory |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}

async function open(database: Database, search: EmbeddedSearch) {
  const { revision } = await database.one('select search_revision($1) as revision', [TENANT.id]);
  const request = { tenant: TENANT, query: createAnalyzer('en').query('the order of bikes') };
  const begun = performance.now();
  const { index } = await search.open(request, revision);
  return { index, seconds: (performance.now() - begun) / 1_000 };
}

/** @returns seconds */
async function keep(database: Database, { largeIndexes }: EmbeddedSearch): Promise<number> {
  const begun = performance.now();
  largeIndexes.start();
  while (!(await database.oneOrNone('select from search_kept_indexes where parts > 0'))) await setTimeout(10);
  const seconds = (performance.now() - begun) / 1_000;
  await largeIndexes.stop();
  return seconds;
}

async function fill(database: Database, dialogs: number): Promise<void> {
  const search = createEmbeddedSearch(database);
  let batch: SearchDocument[] = [];
  let id = 0;
  for (const line of archiveLines({ dialogs, comments: dialogs * COMMENTS_OF_A_DIALOG, seed: 1 })) {
    id += 1;
    batch.push(documentOf(id, line));
    if (batch.length < BATCH && id < dialogs) continue;
    await search.put(TENANT, batch);
    batch = [];
  }
  await database.none('vacuum analyze search_documents');
}

const random = createRandom(2);

function documentOf(id: number, line: string): SearchDocument {
  const { title, text, comments, tags } = JSON.parse(line);
  const rare = Array.from({ length: RARE_WORDS }, () => `x${Math.floor(random() * RARE)}`);
  const texts = comments.map((comment: { text: string }) => comment.text);
  return {
    id,
    fields: [title, `${text} ${rare.join(' ')}`, texts.join('\n')],
    facets: { tag: tags.map((tag: string | { name: string }) => (typeof tag === 'string' ? tag : tag.name)) },
  };
}
