import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { openBrowser } from '@guidepost/testing/browser';
import { readConfig as readForumConfig } from '../../services/forum-service/src/config.ts';
import { createContext as createForumContext } from '../../services/forum-service/src/context.ts';
import { signInAs as signInAtForum } from '../../services/forum-service/src/testing/desk-client.ts';
import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { readConfig as readKbConfig } from '../../services/kb-service/src/config.ts';
import { createContext as createKbContext } from '../../services/kb-service/src/context.ts';
import { signInAs as signInAtKb } from '../../services/kb-service/src/testing/desk-client.ts';
import { readForEditing } from '../../services/kb-service/src/writing/read-for-editing.ts';
import { FORUM, knowledgeBase, LARGE_HOST, MANY_GUIDES } from './content.ts';
import { median } from './median.ts';
import { runCommand, startService } from './processes.ts';

const DIALOGS = 100_000;
const TIMES = 40;
const EDITORS = 5;
const SIGNED_IN = { role: 'owner', name: 'Bench Editor' } as const;

/** A tenth of the dialogs waits, a tenth of the comments is held, and two fifths of either have an official answer. */
const A_LIVELY_QUEUE = `
  update dialogs set waiting_since = pub_date where id % 10 = 0;
  update comments set dialog_id = id, is_org_reply = id / 10 % 5 < 2 and not held;
`;

export interface DeskResult {
  what: string;
  /** Median. */
  milliseconds: number;
}

interface Desk {
  address: string;
  cookie: string;
  token: string;
}

/** Works at the desk of a knowledge base of 10,000 guides and of a forum of 100,000 dialogs, as one person. */
export async function measureDesks(
  urls: { kb: string; forum: string },
  folder: string,
): Promise<DeskResult[]> {
  return [...(await measureKnowledgeBase(urls.kb, folder)), ...(await measureForum(urls.forum, folder))];
}

export function reportDesks(results: readonly DeskResult[]): string {
  return results.map(({ what, milliseconds }) => `${what}: ${milliseconds.toFixed(1)} ms\n`).join('');
}

async function measureKnowledgeBase(url: string, folder: string): Promise<DeskResult[]> {
  const file = join(folder, 'many-guides.json');
  await writeFile(file, JSON.stringify(knowledgeBase(MANY_GUIDES)));
  await runCommand('kb', url, ['create', LARGE_HOST, '--name', 'Bench', '--organization', 'Bench']);
  await runCommand('kb', url, ['import', LARGE_HOST, file]);
  const service = await startService('kb', { KB_DATABASE_URL: url });
  const context = createKbContext(readKbConfig({ KB_DATABASE_URL: url, LOG_LEVEL: 'silent' }));
  const database = openTestDatabase(url);
  await database.none('vacuum analyze');
  const person = await signInAtKb({ database, context } as never, { host: LARGE_HOST, ...SIGNED_IN });
  await context.close();
  await untilIndexed(database);
  const desk = { address: `${service.address}/desk/kb/${LARGE_HOST}`, ...person };
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
  await closeDatabase(database);
  await service.stop();
  return results;
}

async function measureForum(url: string, folder: string): Promise<DeskResult[]> {
  await runCommand('forum', url, ['account', 'create', 'Bench']);
  await runCommand('forum', url, ['create', FORUM, '--account', 'Bench', '--name', 'Bench']);
  const files = { FORUM_FILES_DIRECTORY: join(folder, 'desk-files') };
  const database = openTestDatabase(url);
  const forum = await database.one<{ id: number }>('select id from forums');
  await fillForum(database, forum.id, { dialogs: DIALOGS, comments: DIALOGS });
  await database.none(A_LIVELY_QUEUE);
  await database.none('vacuum analyze');
  const service = await startService('forum', { FORUM_DATABASE_URL: url, ...files });
  const context = createForumContext(
    readForumConfig({ FORUM_DATABASE_URL: url, LOG_LEVEL: 'silent', ...files }),
  );
  const person = await signInAtForum({ database, context } as never, { slug: FORUM, ...SIGNED_IN });
  await context.close();
  await untilIndexed(database);
  const desk = { address: `${service.address}/desk/forum/${FORUM}`, ...person };
  const results = [
    await measurePage(desk, 'The queue of a forum of 100,000 dialogs', '/queue'),
    await measurePage(desk, 'One dialog', '/dialogs/2'),
    await measurePage(desk, 'The insights', '/insights'),
  ];
  await closeDatabase(database);
  await service.stop();
  return results;
}

/** Indexing takes the processor that pages need. */
async function untilIndexed(database: Database): Promise<void> {
  while (await database.oneOrNone('select from search_queue limit 1')) await pause(200);
}

function measurePage({ address, cookie }: Desk, what: string, path: string): Promise<DeskResult> {
  return measure(what, () => fetch(address + path, { headers: { cookie }, redirect: 'manual' }));
}

function measureSaves({ address, cookie, token }: Desk, guide: { guideId: number; revision: number }) {
  let { revision } = guide;
  return measure('A save of a text of 3 kB', async () => {
    const contentHtml = `<p>${`Version ${revision}. `.repeat(250)}</p>`;
    const answer = await fetch(`${address}/guides/${guide.guideId}/draft`, {
      method: 'POST',
      headers: {
        cookie,
        'Content-Type': 'application/json',
        'X-Desk-Token': token,
        'Sec-Fetch-Site': 'same-origin',
      },
      body: JSON.stringify({ revision, contentHtml }),
    });
    if (answer.ok) revision = (await answer.clone().json()).revision;
    return answer;
  });
}

async function measure(what: string, ask: () => Promise<Response>): Promise<DeskResult> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const start = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}.`);
    times.push(performance.now() - start);
  }
  return { what, milliseconds: median(times) };
}

/** From the click until typing is possible, with an empty cache. */
async function measureEditor({ address, cookie }: Desk, guideId: number): Promise<DeskResult> {
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
  return { what: 'An editor that is ready, from an empty cache', milliseconds: median(times) };
}
