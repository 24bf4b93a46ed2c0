import { Agent } from 'node:http';
import type { Database } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../../../services/forum-service/src/forums/revisions.ts';
import { forgetAnswers } from '../forget-answers.ts';
import { requestOnce } from '../load.ts';
import { median } from '../median.ts';
import { startService } from '../start-service.ts';
import { type FilledForum, type ForumContent, withDatabase } from './content.ts';

/** How long one kind of read takes, in milliseconds: the medians over all rounds, and of each round's own ratio. */
export interface Growth {
  what: string;
  small: number;
  large: number;
  ratio: number;
}

/** The paths of one kind of read; none of them twice. */
interface Kind {
  what: string;
  paths: (forum: FilledForum, database: Database) => Promise<string[]>;
}

type Round = Pick<Growth, 'small' | 'large'>;

const PORT = 4916;
const ROUNDS = 7;
const READS = 100;
/** Lists of one topic, or with one tag, are shorter in the small forum. */
const [FURTHEST, FURTHEST_OF_TOPIC] = [900, 150];

const KINDS: readonly Kind[] = [
  { what: 'all dialogs', paths: async ({ slug }) => starts(`/api/${slug}.json`, FURTHEST) },
  { what: 'one topic', paths: async ({ slug }) => starts(`/api/${slug}/q.json`, FURTHEST_OF_TOPIC) },
  { what: 'the most popular', paths: async ({ slug }) => starts(`/api/popular/${slug}.json`, FURTHEST) },
  {
    what: 'one tag, twenty dialogs of it',
    async paths({ id, slug }, database) {
      const { name } = await database.one(
        'select name from tags where forum_id = $1 order by dialogs desc, id limit 1',
        [id],
      );
      return Array.from(
        { length: READS },
        () => `/api/tag/${slug}/${encodeURIComponent(name)}.json?limit=20`,
      );
    },
  },
  {
    what: 'one dialog',
    paths: async ({ id, slug }, database) =>
      (await dialogsWith(database, [id, 5])).map((dialog) => `/api/dialog/${slug}/${dialog}.json`),
  },
  {
    what: 'the four to six comments of a dialog',
    paths: async ({ id, slug }, database) =>
      (await dialogsWith(database, [id, 5])).map((dialog) => `/api/comment/${slug}/${dialog}.json`),
  },
];

/** Reads of a forum with 1,000 dialogs and of one with 100,000, in turns, one at a time, each made anew. */
export function measureGrowth(databaseUrl: string, content: ForumContent): Promise<Growth[]> {
  return withDatabase(databaseUrl, async (database) => {
    const { process: service } = await startService(databaseUrl, PORT, { name: 'forum-service' });
    const { small, large, key } = content;
    const results: Growth[] = [];
    for (const { what, paths } of KINDS) {
      const pairs = {
        small: await paths(small, database),
        large: await paths(large, database),
        // Only tags need one; with a key no answer is kept anyway.
        headers: what.startsWith('one tag') ? { Authorization: `Bearer ${key}` } : {},
      };
      const rounds: Round[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        await forgetAnswers(database, FORUM_REVISIONS, [small.id, large.id]);
        rounds.push(await readInTurns(service.address, pairs));
      }
      results.push({ what, ...compare(rounds.slice(1)) });
    }
    await service.stop();
    return results;
  });
}

async function readInTurns(
  address: string,
  { small, large, headers }: { small: string[]; large: string[]; headers: Record<string, string> },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = async (path = '') => {
    const started = performance.now();
    await requestOnce(address + path, { agent, headers });
    return performance.now() - started;
  };
  const times = { small: [] as number[], large: [] as number[] };
  for (const [index, path] of small.entries()) {
    times.small.push(await timed(path));
    times.large.push(await timed(large[index]));
  }
  agent.destroy();
  return { small: median(times.small), large: median(times.large) };
}

function compare(rounds: Round[]): Omit<Growth, 'what'> {
  return {
    small: median(rounds.map(({ small }) => small)),
    large: median(rounds.map(({ large }) => large)),
    ratio: median(rounds.map(({ small, large }) => large / small)),
  };
}

function starts(path: string, furthest: number): string[] {
  return Array.from(
    { length: READS },
    (_, index) => `${path}?start=${Math.round((index * furthest) / READS)}`,
  );
}

async function dialogsWith(
  database: Database,
  [forumId, comments]: [forumId: number, comments: number],
): Promise<number[]> {
  const dialogs = await database.many(
    `select id from dialogs where forum_id = $1 and num_comments between $2 - 1 and $2 + 1 and not archived
     order by md5(id::text) limit $3`,
    [forumId, comments, READS],
  );
  return dialogs.map(({ id }) => id);
}
