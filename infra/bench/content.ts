import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { writeManyGuides } from '../../services/kb-service/src/testing/many-guides.ts';
import { type ArchiveSize, archiveLines } from '../archives/archive.ts';
import { createRandom, createVocabulary } from '../archives/words.ts';
import { type CommandRun, runCommand } from '../rigs/place.ts';

export const HOST = 'bench.example.com';
export const FORUM = 'bench';

/** Sizes of the knowledge base and forum. */
export const GUIDES = { guides: 2_000, categories: 100, tags: 200, inCategories: 2, withTags: 3 };
export const DIALOGS = { dialogs: 20_000, comments: 100_000, seed: 1 };
const FEW_GUIDES = { ...GUIDES, guides: 500 };
const FEW_DIALOGS = { dialogs: 2_000, comments: 10_000, seed: 1 };

export const LARGE_HOST = 'large.example.com';
export const MANY_GUIDES = { guides: 10_000, categories: 100, tags: 200, inCategories: 5, withTags: 10 };

const WORDS_IN_A_PARAGRAPH = 60;
const PARAGRAPHS = 7;

export interface Imports {
  guides: CommandRun;
  unchanged: CommandRun;
  manyGuides: CommandRun;
  dialogs: CommandRun;
}

interface Target {
  urls: { kb: string; forum: string };
  /** For files. */
  folder: string;
}

export async function importContent({ urls, folder }: Target): Promise<Imports> {
  return {
    guides: await importGuides(urls.kb, folder, { host: HOST, size: GUIDES }),
    unchanged: await runCommand('kb', urls.kb, ['import', HOST, join(folder, `${HOST}.json`)]),
    manyGuides: await importGuides(urls.kb, folder, { host: LARGE_HOST, size: MANY_GUIDES }),
    dialogs: await importDialogs(urls.forum, folder, DIALOGS),
  };
}

/** The content of the short form. Writing it is not measured, so both services are filled at once. */
export async function importLittle({ urls, folder }: Target): Promise<void> {
  await Promise.all([
    importGuides(urls.kb, folder, { host: HOST, size: FEW_GUIDES }),
    importDialogs(urls.forum, folder, FEW_DIALOGS),
  ]);
}

export async function importGuides(
  url: string,
  folder: string,
  { host, size }: { host: string; size: typeof GUIDES },
): Promise<CommandRun> {
  const file = join(folder, `${host}.json`);
  await writeFile(file, JSON.stringify(knowledgeBase(size)));
  await runCommand('kb', url, ['create', host, '--name', 'Bench', '--organization', 'Bench']);
  return runCommand('kb', url, ['import', host, file]);
}

export async function importDialogs(url: string, folder: string, size: ArchiveSize): Promise<CommandRun> {
  const archive = join(folder, 'archive.ndjson');
  await pipeline(archiveLines(size), createWriteStream(archive));
  await createForum(url);
  return runCommand('forum', url, ['import', FORUM, archive]);
}

export async function createForum(url: string): Promise<void> {
  await runCommand('forum', url, ['account', 'create', 'Bench']);
  await runCommand('forum', url, ['create', FORUM, '--account', 'Bench', '--name', 'Bench']);
}

export function knowledgeBase(size: typeof GUIDES): object {
  const random = createRandom(1);
  const nextWord = createVocabulary('en', random);
  const words = (count: number) => Array.from({ length: count }, nextWord).join(' ');
  const paragraph = () => `<p>${words(WORDS_IN_A_PARAGRAPH)}.</p>`;
  const named = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ slug: `${kind}-${index}`, name: `${kind} ${index}` }));
  const some = (kind: string, { of, count }: { of: number; count: number }) => {
    const first = Math.floor(random() * of);
    return Array.from({ length: count }, (_, index) => `${kind}-${(first + index * 7) % of}`);
  };
  return {
    categories: named('category', size.categories),
    tags: named('tag', size.tags),
    guides: Array.from({ length: size.guides }, (_, index) => ({
      slug: `guide-${index}`,
      title: `${words(4)} ${index}`,
      content_html: Array.from({ length: PARAGRAPHS }, paragraph).join('\n'),
      categories: some('category', { of: size.categories, count: size.inCategories }),
      tags: some('tag', { of: size.tags, count: size.withTags }),
    })),
  };
}

/** How much there is of everything. */
export interface GrownSize {
  dialogs: number;
  guides: number;
}

/** Without the texts of search, which the cases of growth do not ask. */
const FORGET_SEARCH = 'truncate search_queue';

/** Posts take the next IDs. */
const CONTINUE_IDS = `
  select setval('dialog_ids', max(id)) from dialogs;
  select setval(pg_get_serial_sequence('posters', 'id'), max(id)) from posters;
`;

/** Five comments on every fifth dialog. */
const ADD_COMMENTS = `
  insert into comments (forum_id, dialog_id, text, text_html, renderer, pub_date, poster_id, author_name)
  select d.forum_id, d.id, 'x', '<p>' || repeat('x ', 100) || '</p>', 1, d.pub_date + n * interval '1 minute',
    1 + (d.id + n) % 500, 'Anna'
  from dialogs d cross join generate_series(1, 5) n
  where d.id % 5 = 0
`;

/** Fills both databases in bulk. @returns an access key for the forum */
export async function grow(urls: Target['urls'], size: GrownSize): Promise<string> {
  await runCommand('kb', urls.kb, ['migrate']);
  await inDatabase(urls.kb, async (database) => {
    await writeManyGuides(database, HOST, size.guides);
    await database.none(FORGET_SEARCH);
  });
  await createForum(urls.forum);
  await runCommand('forum', urls.forum, ['account', 'set', 'Bench', 'api-keys', 'on']);
  const { document } = await runCommand('forum', urls.forum, ['key', 'create', 'Bench', 'bench']);
  await inDatabase(urls.forum, async (database) => {
    const { id } = await database.one<{ id: number }>('select id from forums');
    await fillForum(database, id, { dialogs: size.dialogs, comments: 0 });
    await database.none(ADD_COMMENTS);
    await database.multi(CONTINUE_IDS);
    await database.none(FORGET_SEARCH);
  });
  return String(document.key);
}

async function inDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openTestDatabase(url);
  await work(database);
  await database.none('vacuum analyze');
  await closeDatabase(database);
}
