import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@guidepost/postgres';
import { openBrowser } from '@guidepost/testing/browser';
import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { readForEditing } from '../../services/kb-service/src/writing/drafts/read-for-editing.ts';
import { signInAtDesk } from '../rigs/content.ts';
import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { createForum, FORUM, importGuides, LARGE_HOST, MANY_GUIDES } from './content.ts';
import { median } from './measure.ts';

const DIALOGS = 100_000;
const TIMES = 40;
const EDITORS = 5;
const NAME = 'Bench Editor';

/** A tenth of the dialogs waits, a tenth of the comments is held, and two fifths of either have an official answer. */
const A_LIVELY_QUEUE = `
  update dialogs set waiting_since = pub_date where id % 10 = 0;
  update comments set dialog_id = id, is_org_reply = id / 10 % 5 < 2 and not held;
`;

type Result = [what: string, milliseconds: number];

interface Desk {
  address: string;
  cookie: string;
  token: string;
}

/** Works at the desk of a knowledge base of 10,000 guides and of a forum of 100,000 dialogs, as one person. */
export async function measureDesks(place: Place, urls: { kb: string; forum: string }): Promise<string> {
  const results = [
    ...(await measureKnowledgeBase(place, urls.kb)),
    ...(await measureForum(place, urls.forum)),
  ];
  return results.map(([what, milliseconds]) => `${what}: ${milliseconds.toFixed(1)} ms\n`).join('');
}

async function measureKnowledgeBase(place: Place, url: string): Promise<Result[]> {
  await importGuides(url, place.folder, { host: LARGE_HOST, size: MANY_GUIDES });
  const service = await startService(place, 'kb', { KB_DATABASE_URL: url }, { built: true });
  const database = openDatabaseOf(place, url);
  await database.none('vacuum analyze');
  const person = await signInAtDesk('kb', url, { origin: service.origin, tenant: LARGE_HOST, name: NAME });
  await untilIndexed(database);
  const desk = { address: `${service.origin}/desk/kb/${LARGE_HOST}`, ...person };
  const { guideId } = await database.one<{ guideId: number }>('select min(id) as "guideId" from guides');
  const { revision } = await readForEditing(database, { host: LARGE_HOST, guideId });
  const results = [
    await measurePage(desk, 'The list of 10,000 guides', '/guides'),
    await measurePage(desk, 'Its page 100', '/guides?page=100'),
    await measurePage(desk, 'A word looked for in it', '/guides?q=guide'),
    await measurePage(desk, 'The page of an editor', `/guides/${guideId}`),
    await measureSaves(desk, { guideId, revision }),
    await measureEditor(desk, guideId),
  ];
  await service.stop();
  return results;
}

async function measureForum(place: Place, url: string): Promise<Result[]> {
  await createForum(url);
  const database = openDatabaseOf(place, url);
  const forum = await database.one<{ id: number }>('select id from forums');
  await fillForum(database, forum.id, { dialogs: DIALOGS, comments: DIALOGS });
  await database.none(A_LIVELY_QUEUE);
  await database.none('vacuum analyze');
  const environment = { FORUM_DATABASE_URL: url, FORUM_FILES_DIRECTORY: join(place.folder, 'desk-files') };
  const service = await startService(place, 'forum', environment, { built: true });
  const person = await signInAtDesk('forum', url, { origin: service.origin, tenant: FORUM, name: NAME });
  await untilIndexed(database);
  const desk = { address: `${service.origin}/desk/forum/${FORUM}`, ...person };
  const results = [
    await measurePage(desk, 'The queue of a forum of 100,000 dialogs', '/queue'),
    await measurePage(desk, 'One dialog', '/dialogs/2'),
    await measurePage(desk, 'The insights', '/insights'),
  ];
  await service.stop();
  return results;
}

/** Indexing takes the processor that pages need. */
async function untilIndexed(database: Database): Promise<void> {
  while (await database.oneOrNone('select from search_queue limit 1')) await pause(200);
}

function measurePage({ address, cookie }: Desk, what: string, path: string): Promise<Result> {
  return measure(what, () => fetch(address + path, { headers: { cookie }, redirect: 'manual' }));
}

function measureSaves({ address, cookie, token }: Desk, guide: { guideId: number; revision: number }) {
  let { revision } = guide;
  const json = { 'Content-Type': 'application/json', 'X-Desk-Token': token, 'Sec-Fetch-Site': 'same-origin' };
  return measure('A save of a text of 3 kB', async () => {
    const contentHtml = `<p>${`Version ${revision}. `.repeat(250)}</p>`;
    const answer = await fetch(`${address}/guides/${guide.guideId}/draft`, {
      method: 'POST',
      headers: { cookie, ...json },
      body: JSON.stringify({ revision, contentHtml }),
    });
    if (answer.ok) revision = (await answer.clone().json()).revision;
    return answer;
  });
}

async function measure(what: string, ask: () => Promise<Response>): Promise<Result> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const start = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}.`);
    times.push(performance.now() - start);
  }
  return [what, median(times)];
}

/** From the click until typing is possible, with an empty cache. */
async function measureEditor({ address, cookie }: Desk, guideId: number): Promise<Result> {
  const [name = '', value = ''] = cookie.split('=');
  const browser = await openBrowser();
  const times: number[] = [];
  for (let time = 0; time < EDITORS; time += 1)
    await browser.visit(`${address}/guides/${guideId}`, { cookie: { name, value } }, async (page) => {
      await page.locator('#editor[data-ready]').waitFor();
      const ready = "performance.getEntriesByName('editor-ready')[0].startTime";
      times.push(await page.evaluate<number>(ready));
    });
  await browser.close();
  return ['An editor that is ready, from an empty cache', median(times)];
}
