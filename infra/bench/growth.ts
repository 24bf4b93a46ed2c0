import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { GROWTH_CASES, type GrowthCase } from './growth-cases.ts';
import { type GrownContent, type GrownSize, grow } from './growth-content.ts';
import { median } from './median.ts';
import { dialogBodies, postDialogs } from './posts.ts';
import { type MeasuredService, runCommand, type ServiceName, startService } from './processes.ts';
import { forgetAnswers, load } from './reads.ts';

/** Answers a second, of little and of much: medians of the rounds. */
interface GrowthResult {
  what: string;
  little: number;
  much: number;
  /** Of much to little in the same round; 1 when growth costs nothing. */
  ratio: number;
}

interface Side {
  content: GrownContent;
  services: Record<ServiceName, MeasuredService>;
  databases: Record<ServiceName, Database>;
}

type Measure = (side: Side) => Promise<number>;

const LITTLE: GrownSize = { dialogs: 1_000, guides: 1_000 };
const MUCH: GrownSize = { dialogs: 1_000_000, guides: 100_000 };

const ROUNDS = 7;
const SECONDS_OF_POSTS = 4;

/** @param newDatabase makes an empty one and returns its URL */
export async function measureGrowth(
  newDatabase: (name: string) => Promise<string>,
  files: string,
): Promise<GrowthResult[]> {
  const open = async (size: GrownSize) => {
    process.stderr.write(`${size.dialogs} dialogs, ${size.guides} guides …\n`);
    const urls = {
      kb: await newDatabase(`kb_${size.guides}`),
      forum: await newDatabase(`forum_${size.dialogs}`),
    };
    return openSide(await grow(urls, size), files);
  };
  const sides: [Side, Side] = [await open(LITTLE), await open(MUCH)];
  const bodies = dialogBodies();
  const results: GrowthResult[] = [];
  for (const kind of GROWTH_CASES) results.push(await compare(kind.what, sides, (side) => read(kind, side)));
  results.push(await compare('posting a dialog', sides, (side) => post(side, bodies)));
  results.push(await compare('the command kb list', sides, listKnowledgeBases));
  await Promise.all(sides.map(closeSide));
  return results;
}

/** Both take turns, after a round that does not count. */
async function compare(what: string, [little, much]: [Side, Side], measure: Measure): Promise<GrowthResult> {
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

async function read({ service, paths, headers }: GrowthCase, side: Side): Promise<number> {
  await forgetAnswers(service, side.databases[service]);
  const { rate } = await load(side.services[service].address, {
    paths: paths(side.content),
    headers,
    seconds: 0,
  });
  return rate;
}

async function post({ services }: Side, bodies: Iterator<string>): Promise<number> {
  const { rate } = await postDialogs(services.forum, { connections: 1, seconds: SECONDS_OF_POSTS, bodies });
  return rate;
}

async function listKnowledgeBases({ content }: Side): Promise<number> {
  return 1 / (await runCommand('kb', content.urls.kb, ['list'])).seconds;
}

async function openSide(content: GrownContent, files: string): Promise<Side> {
  const { kb, forum } = content.urls;
  const databaseOf = (url: string) =>
    openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  return {
    content,
    services: {
      kb: await startService('kb', { KB_DATABASE_URL: kb }),
      forum: await startService('forum', { FORUM_DATABASE_URL: forum, FORUM_FILES_DIRECTORY: files }),
    },
    databases: { kb: databaseOf(kb), forum: databaseOf(forum) },
  };
}

async function closeSide({ services, databases }: Side): Promise<void> {
  await Promise.all([services.kb.stop(), services.forum.stop()]);
  await Promise.all([closeDatabase(databases.kb), closeDatabase(databases.forum)]);
}

export function reportGrowth(results: readonly GrowthResult[]): string {
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
