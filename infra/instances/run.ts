import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort, startPostgres } from '@guidepost/local-servers';
import { startBalancer, until } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { COMMENT, DIALOG } from '../../services/forum-service/src/testing/posts.ts';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { ROOT } from '../local/settings.ts';
import { HOST, PATHS, writeEverything } from '../replica/both-services.ts';
import { signInThrough } from './desk-sign-in.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { drain, headersOf, startLoad } from './load.ts';
import { receiveWebhooks } from './webhooks.ts';

const USAGE = `Usage: npm run instances -- [--posts 60]

Runs three processes of each service on one database behind HAProxy, and checks that they act as one.`;

const { values } = readCommandLine(USAGE, { options: { posts: { type: 'string', default: '60' } } });
const POSTS = wholeNumber(USAGE, 'posts', values.posts);
const INSTANCES = 3;
const VOTES = 60;
const VOTE_LIMIT = 20;

process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/guidepost-tests');
const folder = await mkdtemp(join(tmpdir(), 'guidepost-instances-'));
const servers = new AsyncDisposableStack();
const wrong: string[] = [];
try {
  await examine();
} finally {
  await servers.disposeAsync();
  await rm(folder, { recursive: true });
}
console.log(wrong.length === 0 ? 'Nothing was wrong.' : `Wrong:\n  ${wrong.slice(0, 20).join('\n  ')}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

function check(what: string, holds: boolean): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) wrong.push(what);
}

async function examine(): Promise<void> {
  const postgres = await startPostgres({ directory: join(folder, 'postgres'), durable: false });
  servers.defer(async () => void (await postgres.release()));
  for (const name of ['kb', 'forum'] as const) {
    await postgres.ensureDatabase(name);
    await writeEverything(name, postgres.url(name));
  }
  const ports = await freePorts(2 + 2 * INSTANCES);
  const [kbPort = 0, forumPort = 0] = ports;
  const [kbPorts, forumPorts] = [ports.slice(2, 2 + INSTANCES), ports.slice(2 + INSTANCES)];
  const common = { WEBHOOK_ALLOW_PRIVATE: 'on' };
  const kb = await startFleet('kb', kbPorts, {
    ...common,
    KB_DATABASE_URL: postgres.url('kb'),
    VOTE_LIMIT: String(VOTE_LIMIT),
  });
  servers.use(kb);
  const forum = await startFleet('forum', forumPorts, {
    ...common,
    FORUM_DATABASE_URL: postgres.url('forum'),
    FORUM_FILES_DIRECTORY: folder,
    RATE_LIMITS: 'off',
  });
  servers.use(forum);
  const balancer = await startBalancer([
    { name: 'kb', port: kbPort, ports: kbPorts },
    { name: 'forum', port: forumPort, ports: forumPorts },
  ]);
  servers.use(balancer);
  const kbOrigin = `http://127.0.0.1:${kbPort}`;
  const forumOrigin = `http://127.0.0.1:${forumPort}`;
  for (const url of [`${forumOrigin}/api/help.json`, `${kbOrigin}/site/${HOST}`])
    await until('the balancer answers', async () => (await status(url).catch(() => 0)) === 200);
  await checkLimits(kbOrigin);
  const webhooks = await receiveWebhooks(postgres.url('forum'), servers);
  await checkPosts(forum, forumOrigin);
  await checkSame('kb', kb);
  await checkSame('forum', forum);
  await checkFeeding(postgres.url('forum'));
  const numbers = await webhooks.numbers(POSTS);
  check(
    `${numbers.length} webhooks of ${POSTS} comments on a dialog arrive once and in order`,
    numbers.length === POSTS && numbers.every((number, index) => number === index),
  );
  const session = await signInThrough(kbOrigin, postgres.url('kb'));
  check('a session of the desk is known to every instance', await knows(kb, session));
  await checkRestarts({ kb, forum }, { kb: kbOrigin, forum: forumOrigin });
  check('and after all were restarted', await knows(kb, session));
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await anyFreePort());
  return [...ports];
}

async function status(url: string, headers: Record<string, string> = {}): Promise<number> {
  return (await drain(fetch(url, { headers, redirect: 'manual' }))).status;
}

async function post(origin: string, title: string): Promise<number> {
  const body = JSON.stringify({ ...DIALOG, title, text: title });
  const headers = { 'Content-Type': 'application/json' };
  return (await drain(fetch(`${origin}/api/help`, { method: 'POST', headers, body }))).status;
}

/** All on one dialog, whose events arrive in order. */
async function comment(origin: string, text: string): Promise<void> {
  const body = JSON.stringify({ ...COMMENT, text });
  const headers = { 'Content-Type': 'application/json' };
  const url = `${origin}/api/comment/help/1001`;
  const { status: taken } = await drain(fetch(url, { method: 'POST', headers, body }));
  if (taken !== 201) wrong.push(`a comment: ${taken}`);
}

async function checkLimits(origin: string): Promise<void> {
  const headers = { 'Content-Type': 'application/vnd.api+json', Accept: 'application/vnd.api+json' };
  const url = `${origin}/knowledge/v1/${HOST}/guides/31/upvote`;
  const answers = await Promise.all(
    Array.from({ length: VOTES }, async () => (await drain(fetch(url, { method: 'POST', headers }))).status),
  );
  const taken = answers.filter((answer) => answer === 200).length;
  // A window may end meanwhile.
  check(
    `of ${VOTES} votes at once over all instances ${taken} pass the limit of ${VOTE_LIMIT}`,
    taken <= 2 * VOTE_LIMIT,
  );
}

async function checkPosts(forum: Fleet, balanced: string): Promise<void> {
  const waits: number[] = [];
  for (let number = 0; number < POSTS; number += 1) {
    const title = `Numbered ${number}`;
    const origin = forum.origins[number % INSTANCES] ?? '';
    const taken = await post(number % 2 === 0 ? origin : balanced, title);
    await comment(origin, `Commented ${number}`);
    if (taken !== 201) {
      wrong.push(`a post: ${taken}`);
      continue;
    }
    const began = performance.now();
    await Promise.all(
      forum.origins.map((other) =>
        until('every instance shows it', async () =>
          (await (await fetch(`${other}/api/help.json?limit=5`)).text()).includes(title),
        ),
      ),
    );
    waits.push(performance.now() - began);
  }
  const longest = Math.round(Math.max(...waits));
  check(
    `${POSTS} posts are on every instance within a second of the answer (${longest} ms at most)`,
    longest < 1_000,
  );
}

async function checkSame(name: 'kb' | 'forum', { origins }: Fleet): Promise<void> {
  const differing: string[] = [];
  for (const path of PATHS[name]) {
    const texts = origins.map(async (origin) =>
      (await fetch(origin + path, { headers: headersOf(path) })).text(),
    );
    if (new Set(await Promise.all(texts)).size > 1) differing.push(path);
  }
  check(
    `${PATHS[name].length} addresses of ${name}-service are the same on every instance ${differing.join()}`,
    differing.length === 0,
  );
}

async function checkFeeding(url: string): Promise<void> {
  const database = openTestDatabase(url);
  await until('everything is indexed', async () => {
    const { waiting } = await database.one('select count(*) as waiting from search_queue');
    return waiting === 0;
  });
  const counts = await database.one(
    'select (select count(*) from dialogs) as dialogs, (select count(*) from search_documents where words is not null) as documents',
  );
  check(`one feeder has indexed all ${counts.dialogs} dialogs`, counts.dialogs === counts.documents);
  await closeDatabase(database);
}

async function knows({ origins }: Fleet, cookie: string): Promise<boolean> {
  const answers = await Promise.all(
    origins.map((origin) => status(`${origin}/desk/account`, { Cookie: cookie })),
  );
  return answers.every((answer) => answer === 200);
}

async function checkRestarts(fleets: Record<'kb' | 'forum', Fleet>, origins: Record<'kb' | 'forum', string>) {
  const load = startLoad({
    origin: origins.forum,
    reads: PATHS.forum,
    post: (number) => post(origins.forum, `During a restart ${number}`),
  });
  const kbLoad = startLoad({ origin: origins.kb, reads: PATHS.kb });
  for (let index = 0; index < INSTANCES; index += 1) {
    await fleets.forum.restart(index);
    await fleets.kb.restart(index);
  }
  for (const [name, { requests, posts, failures }] of Object.entries({
    forum: await load.stop(),
    kb: await kbLoad.stop(),
  })) {
    check(
      `${name}: all ${requests} requests (${name === 'forum' ? posts : 0} posts) during a rolling restart were answered`,
      failures.length === 0,
    );
    wrong.push(...failures.slice(0, 5));
  }
}
