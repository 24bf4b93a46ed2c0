import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ArchiveSize, archiveLines } from '../archives/archive.ts';
import { createRandom } from '../archives/random.ts';
import { createVocabulary } from '../archives/vocabulary.ts';
import { type CommandRun, runCommand } from './processes.ts';

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

interface Place {
  urls: { kb: string; forum: string };
  /** For files. */
  folder: string;
}

export async function importContent(place: Place): Promise<Imports> {
  const { urls, folder } = place;
  const kb = (...words: string[]) => runCommand('kb', urls.kb, words);
  const file = join(folder, 'many.json');
  await writeFile(file, JSON.stringify(knowledgeBase(MANY_GUIDES)));
  await createKnowledgeBase(LARGE_HOST, place);
  const guides = await importGuides(GUIDES, place);
  const unchanged = await kb('import', HOST, join(folder, 'guides.json'));
  const manyGuides = await kb('import', LARGE_HOST, file);
  return { guides, unchanged, manyGuides, dialogs: await importDialogs(DIALOGS, place) };
}

/** What the short form reads; not measured, so both at once. */
export async function importLittle(place: Place): Promise<void> {
  await Promise.all([importGuides(FEW_GUIDES, place), importDialogs(FEW_DIALOGS, place)]);
}

async function createKnowledgeBase(host: string, { urls }: Place): Promise<void> {
  await runCommand('kb', urls.kb, ['create', host, '--name', 'Bench', '--organization', 'Bench']);
}

async function importGuides(size: typeof GUIDES, place: Place): Promise<CommandRun> {
  const file = join(place.folder, 'guides.json');
  await writeFile(file, JSON.stringify(knowledgeBase(size)));
  await createKnowledgeBase(HOST, place);
  return runCommand('kb', place.urls.kb, ['import', HOST, file]);
}

async function importDialogs(size: ArchiveSize, { urls, folder }: Place): Promise<CommandRun> {
  const forum = (...words: string[]) => runCommand('forum', urls.forum, words);
  const archive = join(folder, 'archive.ndjson');
  await pipeline(archiveLines(size), createWriteStream(archive));
  await forum('account', 'create', 'Bench');
  await forum('create', FORUM, '--account', 'Bench', '--name', 'Bench');
  return forum('import', FORUM, archive);
}

export function knowledgeBase(size: typeof GUIDES): object {
  const random = createRandom(1);
  const nextWord = createVocabulary('en', random);
  const words = (count: number) => Array.from({ length: count }, nextWord).join(' ');
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
      content_html: Array.from({ length: PARAGRAPHS }, () => `<p>${words(WORDS_IN_A_PARAGRAPH)}.</p>`).join(
        '\n',
      ),
      categories: some('category', { of: size.categories, count: size.inCategories }),
      tags: some('tag', { of: size.tags, count: size.withTags }),
    })),
  };
}
