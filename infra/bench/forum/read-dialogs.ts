import type { Database } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../../../services/forum-service/src/forums/revisions.ts';
import { type CpuComparison, compareCpu, type Side } from '../cpu-per-request.ts';
import { forgetAnswers } from '../forget-answers.ts';
import { startMeasured } from '../measured-process.ts';
import { startService } from '../start-service.ts';
import { type FilledForum, withDatabase } from './content.ts';

export interface ReadDialogsResult {
  /** The newest fifty, again and again: the answer is kept. */
  list: CpuComparison;
  /** Fifty from another place each time. */
  lists: CpuComparison;
  one: CpuComparison;
  /** Another one each time. */
  each: CpuComparison;
}

const BASELINE = new URL('./baseline-dialogs.ts', import.meta.url);
const SERVICE_PORT = 4914;
const BASELINE_PORT = 4915;
const LISTS = 900;
const DIALOGS = 3_000;

/** CPU time a request of the forum service, and of Express with the same prepared statements. */
export function measureReadDialogs(databaseUrl: string, forum: FilledForum): Promise<ReadDialogsResult> {
  return withDatabase(databaseUrl, async (database) => {
    const { process: service } = await startService(databaseUrl, SERVICE_PORT, { name: 'forum-service' });
    const baseline = await startMeasured(BASELINE, {
      address: `http://127.0.0.1:${BASELINE_PORT}`,
      environment: { FORUM_DATABASE_URL: databaseUrl, BASELINE_PORT: String(BASELINE_PORT) },
    });
    const sides = (paths: string[], comparedPaths: string[]): [Side, Side] => [
      { process: service, urls: paths.map((path) => service.address + path) },
      { process: baseline, urls: comparedPaths.map((path) => baseline.address + path) },
    ];
    const beforeRound = () => forgetAnswers(database, FORUM_REVISIONS, [forum.id]);
    const anew = ([one, other]: [Side, Side]) =>
      compareCpu(one, other, { requests: one.urls.length, beforeRound });
    const { slug, id } = forum;
    const starts = Array.from({ length: LISTS }, (_, start) => `?start=${start}`);
    const ids = await listIds(database, id);
    const lists = sides(
      starts.map((start) => `/api/${slug}.json${start}`),
      starts.map((start) => `/dialogs/${id}${start}`),
    );
    const each = sides(
      ids.map((dialog) => `/api/dialog/${slug}/${dialog}.json`),
      ids.map((dialog) => `/dialogs/${id}/${dialog}`),
    );
    const result = {
      list: await compareCpu(...firstOf(lists), { requests: 1_500 }),
      lists: await anew(lists),
      one: await compareCpu(...firstOf(each), { requests: 4_000 }),
      each: await anew(each),
    };
    await Promise.all([service.stop(), baseline.stop()]);
    return result;
  });
}

/** The same, asked for nothing but the first. */
function firstOf([one, other]: [Side, Side]): [Side, Side] {
  return [
    { ...one, urls: one.urls.slice(0, 1) },
    { ...other, urls: other.urls.slice(0, 1) },
  ];
}

async function listIds(database: Database, forumId: number): Promise<number[]> {
  const dialogs = await database.any(
    'select id from dialogs where forum_id = $1 and not archived order by md5(id::text) limit $2',
    [forumId, DIALOGS],
  );
  return dialogs.map(({ id }) => id);
}
