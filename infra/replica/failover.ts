import { type ReplicatedPostgres, startReplicatedPostgres, until } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase, startFaultyProxy } from '@guidepost/testing';
import { DIALOG } from '../../services/forum-service/src/testing/posts.ts';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { type Instance, startInstance, writeEverything } from './both-services.ts';

const USAGE = `Usage: npm run failover -- [--times 5]

Kills the primary under load, promotes the replica, and counts the posts that were answered with 201 and lost.`;

const { values } = readCommandLine(USAGE, { options: { times: { type: 'string', default: '5' } } });
const TIMES = wholeNumber(USAGE, 'times', values.times);

/** Connections that post. */
const POSTERS = 8;
const BEFORE_MILLISECONDS = 2_000;
const AFTER_MILLISECONDS = 2_000;

const MODES = { asynchronous: '', synchronous: 'replica' };

for (const [mode, standbys] of Object.entries(MODES)) {
  const runs: Run[] = [];
  for (let time = 0; time < TIMES; time += 1) runs.push(await failOver(standbys));
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
  const outages = runs.map(({ outage }) => outage);
  console.log(
    `${mode}: ${runs.length} failovers, ${sum(({ accepted }) => accepted)} posts answered with 201, ` +
      `${sum(({ lost }) => lost)} of them lost (at most ${Math.max(...runs.map(({ lost }) => lost))} at once), ` +
      `${sum(({ doubled }) => doubled)} doubled; no post taken for ${Math.min(...outages)} to ${Math.max(...outages)} ms`,
  );
}

interface Run {
  accepted: number;
  lost: number;
  doubled: number;
  /** Milliseconds from the end of the primary to the next post that is taken. */
  outage: number;
}

async function failOver(standbys: string): Promise<Run> {
  const pair = await startReplicatedPostgres({
    databases: ['forum'],
    prepare: (url) => writeEverything('forum', url('forum')),
    durable: true,
  });
  try {
    return await failOverTo(pair, standbys);
  } finally {
    await pair.remove();
  }
}

async function failOverTo({ primary, replica }: ReplicatedPostgres, standbys: string): Promise<Run> {
  await primary.ask(`alter system set synchronous_standby_names = '${standbys}'`);
  await primary.ask('select pg_reload_conf()');
  // One address for whichever server is the primary, as a virtual address or a proxy would be.
  const proxy = await startFaultyProxy(primary.url('forum'));
  const instance = await startInstance('forum', proxy.url);
  const load = startPosting(instance);
  await milliseconds(BEFORE_MILLISECONDS);
  const killed = performance.now();
  await primary.kill();
  // From here on, nothing is answered by what is left of the primary.
  proxy.leadTo(replica.url('forum'));
  const led = performance.now();
  await replica.ask('select pg_promote()');
  const outage = Math.round((await load.nextAfter(led)) - killed);
  await milliseconds(AFTER_MILLISECONDS);
  const accepted = await load.stop();
  await instance.close();
  await proxy.close();
  return { ...(await compare(replica.url('forum'), accepted)), outage };
}

function startPosting(instance: Instance) {
  const accepted = new Map<string, number>();
  let stopped = false;
  const post = async (poster: number) => {
    for (let number = 0; !stopped; number += 1) {
      const title = `Post ${poster}-${number}`;
      const status = await instance.post('/api/help', { ...DIALOG, title, text: title }).catch(() => 0);
      if (status === 201) accepted.set(title, performance.now());
      else await milliseconds(5);
    }
  };
  const posting = Array.from({ length: POSTERS }, (_, poster) => post(poster));
  return {
    /** When the next post was taken after this time. */
    nextAfter: (time: number) =>
      until('a post is taken again', () => Array.from(accepted.values()).find((at) => at > time)),
    async stop() {
      stopped = true;
      await Promise.all(posting);
      return [...accepted.keys()];
    },
  };
}

async function compare(url: string, accepted: readonly string[]): Promise<Omit<Run, 'outage'>> {
  const database = openTestDatabase(url);
  const rows = await database.any<{ title: string; times: number }>(
    "select title, count(*) as times from dialogs where title like 'Post %' group by title",
  );
  await closeDatabase(database);
  const stored = new Set(rows.map(({ title }) => title));
  return {
    accepted: accepted.length,
    lost: accepted.filter((title) => !stored.has(title)).length,
    doubled: rows.filter(({ times }) => times > 1).length,
  };
}

function milliseconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count));
}
