import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import {
  openDatabaseOf,
  type Place,
  runCommand,
  type Service,
  type ServiceName,
  startService,
} from '../rigs/place.ts';
import { CASES, type Case, type Content } from './cases.ts';
import { type GrownSize, grow } from './content.ts';
import { dialogBodies, forgetAnswers, load, median, postDialogs } from './measure.ts';

/** Answers a second, of little and of much: medians of the rounds. */
interface GrowthResult {
  what: string;
  little: number;
  much: number;
  /** The ratio of much to little in the same round; 1 when growth costs nothing. */
  ratio: number;
}

interface Side {
  urls: Record<ServiceName, string>;
  content: Content;
  services: Record<ServiceName, Service>;
  databases: Record<ServiceName, Database>;
}

const LITTLE: GrownSize = { dialogs: 1_000, guides: 1_000 };
const MUCH: GrownSize = { dialogs: 1_000_000, guides: 100_000 };

const ROUNDS = 7;
const REQUESTS = 400;
const SECONDS_OF_POSTS = 4;

/** @param newDatabase makes an empty one and returns its URL @returns the section of docs/benchmarks.md */
export async function measureGrowth(
  place: Place,
  newDatabase: (name: string) => Promise<string>,
): Promise<string> {
  const open = async (size: GrownSize): Promise<Side> => {
    process.stderr.write(`${size.dialogs} dialogs, ${size.guides} guides …\n`);
    const kb = await newDatabase(`kb_${size.guides}`);
    const forum = await newDatabase(`forum_${size.dialogs}`);
    return openSide(place, { kb, forum }, size);
  };
  const sides: [Side, Side] = [await open(LITTLE), await open(MUCH)];
  const bodies = dialogBodies();
  const results: GrowthResult[] = [];
  for (const kind of CASES.filter(({ growth }) => growth))
    results.push(await compare(kind.what, sides, (side) => read(kind, side)));
  results.push(await compare('posting a dialog', sides, (side) => post(side, bodies)));
  results.push(await compare('the command kb list', sides, listKnowledgeBases));
  return report(results);
}

async function openSide(place: Place, urls: Side['urls'], size: GrownSize): Promise<Side> {
  const key = await grow(urls, size);
  const forum = { FORUM_DATABASE_URL: urls.forum, FORUM_FILES_DIRECTORY: join(place.folder, 'files') };
  const each = (requests: number, value: (number: number) => number) =>
    Array.from({ length: requests }, (_, number) => value(number));
  return {
    urls,
    content: {
      key,
      slugs: each(REQUESTS, (n) => 1 + ((n * 7919) % size.guides)).map((number) => `g-${number}`),
      // From all over, and with comments.
      dialogs: each(REQUESTS / 2, (n) => 5 + ((n * 7919 * 5) % (size.dialogs - 5))),
    },
    services: {
      kb: await startService(place, 'kb', { KB_DATABASE_URL: urls.kb }, { built: true }),
      forum: await startService(place, 'forum', forum, { built: true }),
    },
    databases: { kb: openDatabaseOf(place, urls.kb), forum: openDatabaseOf(place, urls.forum) },
  };
}

/** Both take turns, after a round that does not count. */
async function compare(
  what: string,
  [little, much]: [Side, Side],
  measure: (side: Side) => Promise<number>,
): Promise<GrowthResult> {
  process.stderr.write(`${what} …\n`);
  const rounds: { little: number; much: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({ little: await measure(little), much: await measure(much) });
  const [, ...counted] = rounds;
  return {
    what,
    little: median(counted.map((round) => round.little)),
    much: median(counted.map((round) => round.much)),
    ratio: median(counted.map((round) => round.much / round.little)),
  };
}

async function read({ service, paths, headers }: Case, side: Side): Promise<number> {
  await forgetAnswers(service, side.databases[service]);
  return (await load(side.services[service].origin, { paths: paths(side.content), headers })).rate;
}

async function post({ services }: Side, bodies: Iterator<string>): Promise<number> {
  return (await postDialogs(services.forum, { connections: 1, seconds: SECONDS_OF_POSTS, bodies })).rate;
}

async function listKnowledgeBases({ urls }: Side): Promise<number> {
  return 1 / (await runCommand('kb', urls.kb, ['list'])).seconds;
}

function report(results: readonly GrowthResult[]): string {
  const count = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const rows = results.map(
    ({ what, little, much, ratio }) =>
      `| ${what} | ${count(little)} | ${count(much)} | **${ratio.toFixed(2)}** |`,
  );
  return `## Growth

\`npm run bench -- growth\` compares ${count(LITTLE.dialogs)} dialogs and ${count(LITTLE.guides)} guides with ${count(MUCH.dialogs)} and ${count(MUCH.guides)}, in databases of their own: each address
once after a change, over 20 connections, posts over one. Both take turns for ${ROUNDS} rounds; the figures are medians.

| a second | of little | of much | ratio |
|---|---|---|---|
${rows.join('\n')}
`;
}

const HEADING = '## Growth\n';
const NEXT = '## Where the time goes\n';

/** The section as it was last measured, which the other measurements keep; empty without one. */
export async function readGrowth(page: URL): Promise<string> {
  const text = await readFile(page, 'utf8');
  const start = text.indexOf(HEADING);
  return start < 0 ? '' : text.slice(start, text.indexOf(NEXT, start));
}

export async function writeGrowth(page: URL, section: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const before = await readGrowth(page);
  const after = text.replace(before || NEXT, () => `${section}\n${before ? '' : NEXT}`);
  await writeFile(page, after);
}
