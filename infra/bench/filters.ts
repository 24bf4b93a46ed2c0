import type { Database } from '@guidepost/postgres';
import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { signInAtDesk } from '../rigs/content.ts';
import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { createForum, FORUM } from './content.ts';
import { median } from './measure.ts';

const [LITTLE, MUCH] = [1_000, 100_000];
const ROUNDS = 21;

const QUEUE = [
  '/queue',
  '/queue?show=unanswered',
  '/queue?topic=Q',
  '/queue?answered=no',
  '/queue?assignee=none&topic=Q',
  '/queue?snoozed=yes',
  '/queue?sort=votes',
] as const;
const DIALOGS = [
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

/** A fifth is assigned, two fifths have an official answer. Views differ, and ten of them have numbers. */
const WORK = `
  update comments set dialog_id = id, is_org_reply = id % 5 < 2;
  insert into assignments (forum_id, dialog_id, tenant_id, person_id)
  select d.forum_id, d.id, m.tenant_id, m.person_id
  from dialogs d join forums f on f.id = d.forum_id join staff_memberships m on m.tenant_id = f.account_id
  where d.id % 5 = 0;
  insert into staff_views (tenant_id, list, name, query)
  select f.account_id, list || ' ' || f.id, 'View ' || n, (array[
    'topic=Q&answered=no&days=365', 'assignee=none', 'assignee=me', 'answered=no', 'tag=common', 'topic=P&assignee=none',
    'state=answered&days=30', 'answered=no&assignee=none', 'topic=S&answered=yes', 'days=7'
  ])[1 + n % 10]
  from forums f, unnest('{queue,dialogs}'::text[]) list, generate_series(1, 500) n`;

/** One of so many dialogs waits, and one is snoozed. $2 the same for comments that are held. */
const WAIT = `
  update dialogs set waiting_since = case id % $1 when 0 then pub_date when 1 then now() + interval '3 days' end;
  update comments set held = id % $2 = 9`;

interface Side {
  database: Database;
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
  await wait(little, { oneOf: 2, oneHeldOf: 10 });
  await wait(much, { oneOf: 200, oneHeldOf: 1_000 });
  const alike = await compare([...QUEUE, ...DIALOGS], { little, much });
  await wait(little, { oneOf: 100, oneHeldOf: 1_000 });
  await wait(much, { oneOf: 100, oneHeldOf: 1_000 });
  const inProportion = await compare(QUEUE, { little, much });
  return `500 posts wait in both:\n\n${alike}\nA hundredth waits, 10 posts and 1,000:\n\n${inProportion}`;
}

async function compare(paths: readonly string[], sides: Record<'little' | 'much', Side>): Promise<string> {
  const rows: string[] = [];
  for (const path of paths) {
    const rounds: { little: number; much: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push({ little: await open(sides.little, path), much: await open(sides.much, path) });
    const [, ...counted] = rounds;
    const shown = (side: 'little' | 'much') => median(counted.map((each) => each[side])).toFixed(1);
    const ratio = median(counted.map((each) => each.much / each.little)).toFixed(2);
    rows.push(`| ${path} | ${shown('little')} | ${shown('much')} | ${ratio} |`);
  }
  return `| list | ms of ${LITTLE} posts | of ${MUCH} | ratio |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

async function wait({ database }: Side, { oneOf, oneHeldOf }: { oneOf: number; oneHeldOf: number }) {
  await database.none(WAIT, [oneOf, oneHeldOf]);
  await database.none('vacuum analyze');
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
  return { database, address: `${origin}/desk/forum/${FORUM}`, headers: { cookie } };
}

/** Milliseconds. */
async function open({ address, headers }: Side, path: string): Promise<number> {
  const since = performance.now();
  const answer = await fetch(address + path, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  return performance.now() - since;
}
