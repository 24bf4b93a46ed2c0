import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { archiveLines } from '../archives/archive.ts';
import { createRandom } from '../archives/random.ts';
import { createVocabulary } from '../archives/vocabulary.ts';
import { type CommandRun, runCommand } from './processes.ts';

export const HOST = 'bench.example.com';
export const FORUM = 'bench';

/** Sizes of the knowledge base and forum. */
export const GUIDES = { guides: 2_000, categories: 100, tags: 200, inCategories: 2, withTags: 3 };
export const DIALOGS = { dialogs: 20_000, comments: 100_000, seed: 1 };

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

export async function importContent(
  urls: { kb: string; forum: string },
  directory: string,
): Promise<Imports> {
  const kb = (...words: string[]) => runCommand('kb', urls.kb, words);
  const forum = (...words: string[]) => runCommand('forum', urls.forum, words);
  const files = { guides: join(directory, 'guides.json'), many: join(directory, 'many.json') };
  const archive = join(directory, 'archive.ndjson');
  await writeFile(files.guides, JSON.stringify(knowledgeBase(GUIDES)));
  await writeFile(files.many, JSON.stringify(knowledgeBase(MANY_GUIDES)));
  await pipeline(archiveLines(DIALOGS), createWriteStream(archive));
  for (const host of [HOST, LARGE_HOST])
    await kb('create', host, '--name', 'Bench', '--organization', 'Bench');
  await forum('account', 'create', 'Bench');
  await forum('create', FORUM, '--account', 'Bench', '--name', 'Bench');
  return {
    guides: await kb('import', HOST, files.guides),
    unchanged: await kb('import', HOST, files.guides),
    manyGuides: await kb('import', LARGE_HOST, files.many),
    dialogs: await forum('import', FORUM, archive),
  };
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
