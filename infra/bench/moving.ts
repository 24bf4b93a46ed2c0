import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DiscourseRow,
  writeDiscourseBackup,
} from '../../services/forum-service/src/testing/discourse-backup.ts';
import { createRandom, createVocabulary, type Random } from '../archives/words.ts';
import { type CommandRun, runCommand } from '../rigs/place.ts';

const POSTS_A_TOPIC = 10;
const PEOPLE = 20_000;
const CATEGORIES = 20;
const WORDS = 60;

interface Moved {
  topics: number;
  convert: CommandRun;
  import: CommandRun;
}

/**
 * Imports backups of Discourse, one twice as large as the other.
 * @param newDatabase makes an empty one and returns its URL
 */
export async function measureMoving(
  folder: string,
  newDatabase: (name: string) => Promise<string>,
  topics: number,
): Promise<string> {
  const moved: Moved[] = [];
  for (const size of [topics / 2, topics])
    moved.push(await measureOne(folder, await newDatabase(`moved_${size}`), size));
  const [half, all] = moved;
  const ratio = all && half ? all.import.seconds / half.import.seconds : Number.NaN;
  return [
    '| topics | posts | --dry-run | peak | import | peak |',
    '|---:|---:|---:|---:|---:|---:|',
    ...moved.map(
      ({ topics: size, convert, import: whole }) =>
        `| ${size} | ${size * POSTS_A_TOPIC} | ${timeOf(convert)} | ${timeOf(whole)} |`,
    ),
    '',
    `Twice as much takes ${ratio.toFixed(2)} times as long.`,
    '',
  ].join('\n');
}

function timeOf({ seconds, peakBytes }: CommandRun): string {
  return `${seconds.toFixed(0)} s | ${(peakBytes / 1_000_000).toFixed(0)} MB`;
}

async function measureOne(folder: string, url: string, topics: number): Promise<Moved> {
  const path = join(folder, `discourse-${topics}.tar.gz`);
  process.stderr.write(`a backup with ${topics} topics …\n`);
  await writeDiscourseBackup(path, { tables: tablesOf(topics) });
  await runCommand('forum', url, ['account', 'create', 'Bench']);
  await runCommand('forum', url, ['create', 'bench', '--account', 'Bench', '--name', 'Bench']);
  process.stderr.write('importing …\n');
  const convert = await runCommand('forum', url, ['import', 'bench', path, '--dry-run']);
  const whole = await runCommand('forum', url, ['import', 'bench', path]);
  await rm(path);
  return { topics, convert, import: whole };
}

/** Rows are made while they are written. */
function tablesOf(topics: number): Record<string, Iterable<DiscourseRow>> {
  const random = createRandom(1);
  const word = createVocabulary('en', random);
  return {
    categories: rows(CATEGORIES, (id) => ({ id, name: `Category ${id}`, slug: `category-${id}` })),
    users: rows(PEOPLE, (id) => ({ id, username: `person${id}`, name: `Person ${id}` })),
    user_emails: rows(PEOPLE, (id) => ({ id, user_id: id, email: `person${id}@example.com` })),
    topics: rows(topics, (id) => ({ id, title: sentence(8, word), category_id: 1 + (id % CATEGORIES) })),
    // As in a forum that grows, posts of a topic lie apart.
    posts: rows(topics * POSTS_A_TOPIC, (id) => {
      const topic = 1 + ((id - 1) % topics);
      const number = 1 + Math.floor((id - 1) / topics);
      return {
        id,
        topic_id: topic,
        post_number: number,
        user_id: person(random),
        raw: textOf(number, { word, random }),
        cooked: sentence(WORDS, word),
      };
    }),
    post_actions: rows(topics * 2, (id) => ({
      id,
      post_id: 1 + Math.floor(random() * topics * 2),
      user_id: person(random),
    })),
  };
}

function* rows(count: number, row: (id: number) => DiscourseRow): Generator<DiscourseRow, void> {
  for (let id = 1; id <= count; id += 1) yield row(id);
}

function person(random: Random): number {
  return 1 + Math.floor(random() * PEOPLE);
}

function sentence(words: number, word: () => string): string {
  return Array.from({ length: words }, word).join(' ');
}

function textOf(number: number, { word, random }: { word: () => string; random: Random }): string {
  const text = sentence(WORDS, word);
  if (number === 1) return `## ${sentence(3, word)}\n\n${text} :smile:`;
  const quote = `[quote="person1, post:1"]\n${sentence(10, word)}\n[/quote]\n\n`;
  return `${random() < 0.3 ? quote : ''}@person${person(random)} ${text}\n\n* ${sentence(4, word)}\n* \`${word()}\``;
}
