import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { signInAtDesk } from '../rigs/content.ts';
import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { createForum, FORUM } from './content.ts';
import { median } from './measure.ts';

const [LITTLE, MUCH] = [1_000, 100_000];
const ROUNDS = 21;

/** Pages of both lists: without filters, with one, with several, sorted, and with ten saved views. */
const PATHS = [
  '/queue',
  '/queue?show=unanswered',
  '/queue?topic=Q',
  '/queue?answered=no',
  '/queue?assignee=none&topic=Q',
  '/queue?snoozed=yes',
  '/queue?sort=votes',
  '/dialogs',
  '/dialogs?topic=P',
  '/dialogs?state=answered',
  '/dialogs?tag=common',
  '/dialogs?person=17',
  '/dialogs?assignee=me',
  '/dialogs?assignee=none',
  '/dialogs?answered=yes',
  '/dialogs?answered=no',
  '/dialogs?answered=no&assignee=none&topic=Q',
  '/dialogs?state=answered&sort=votes',
  '/dialogs?answered=no&sort=activity',
  '/dialogs?days=30',
] as const;

/** A hundredth waits and as much is snoozed, a fifth is assigned, two fifths have an official answer. */
const WORK = `
  update dialogs set waiting_since = case id % 100 when 0 then pub_date when 1 then now() + interval '3 days' end
  where id % 100 < 2;
  update comments set dialog_id = id, is_org_reply = id % 5 < 2, held = id % 1000 = 9;
  insert into assignments (forum_id, dialog_id, tenant_id, person_id)
  select d.forum_id, d.id, m.tenant_id, m.person_id
  from dialogs d join forums f on f.id = d.forum_id join staff_memberships m on m.tenant_id = f.account_id
  where d.id % 5 = 0;
  insert into staff_views (tenant_id, list, name, query)
  select f.account_id, list || ' ' || f.id, 'View ' || n, 'answered=no&topic=Q&days=365'
  from forums f, unnest('{queue,dialogs}'::text[]) list, generate_series(1, 500) n`;

interface Side {
  address: string;
  headers: { cookie: string };
}

/** Opens lists of a little forum and of a large one in turns, each with 500 saved views. */
export async function measureFilters(
  place: Place,
  newDatabase: (name: string) => Promise<string>,
): Promise<string> {
  const little = await openSide(place, await newDatabase('filters_little'), LITTLE);
  const much = await openSide(place, await newDatabase('filters_much'), MUCH);
  const rows: string[] = [];
  for (const path of PATHS) {
    const rounds: { little: number; much: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push({ little: await open(little, path), much: await open(much, path) });
    const [, ...counted] = rounds;
    const shown = (side: 'little' | 'much') => median(counted.map((each) => each[side])).toFixed(1);
    const ratio = median(counted.map((each) => each.much / each.little)).toFixed(2);
    rows.push(`| ${path} | ${shown('little')} | ${shown('much')} | ${ratio} |`);
  }
  return `| list | ms of ${LITTLE} posts | of ${MUCH} | ratio |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

async function openSide(place: Place, url: string, dialogs: number): Promise<Side> {
  process.stderr.write(`${dialogs} dialogs …\n`);
  await createForum(url);
  const database = openDatabaseOf(place, url);
  const forum = await database.one<{ id: number }>('select id from forums');
  await fillForum(database, forum.id, { dialogs, comments: dialogs });
  const environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: `${place.folder}/filters-${dialogs}`,
  };
  const { origin } = await startService(place, 'forum', environment, { built: true });
  const { cookie } = await signInAtDesk('forum', url, { origin, tenant: FORUM, name: 'Bench Editor' });
  await database.none(WORK);
  // Search has no part in it.
  await database.none('delete from search_queue');
  await database.none('vacuum analyze');
  return { address: `${origin}/desk/forum/${FORUM}`, headers: { cookie } };
}

/** Milliseconds. */
async function open({ address, headers }: Side, path: string): Promise<number> {
  const since = performance.now();
  const answer = await fetch(address + path, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  return performance.now() - since;
}
