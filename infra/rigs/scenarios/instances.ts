import { anyFreePort, findMeilisearch } from '@guidepost/local-servers';
import { startBalancer, startOwnMeilisearch, until } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import { startReceiver } from '@guidepost/webhooks/testing';
import { accountWebhooks } from '../../../services/forum-service/src/tenants/webhooks.ts';
import { COMMENT, DIALOG } from '../../../services/forum-service/src/testing/posts.ts';
import { acceptedAt, HOST, PATHS, signInAtDesk, writeEverything } from '../content.ts';
import { startClients } from '../load.ts';
import {
  openDatabaseOf,
  type Place,
  type Service,
  type ServiceName,
  startDatabases,
  startService,
} from '../place.ts';
import type { Report } from '../report.ts';
import type { Run } from '../scenario.ts';

const INSTANCES = 3;
const VOTES = 60;
const VOTE_LIMIT = 20;
const DELIVERY_SECONDS = 60;
const NAMES: readonly ServiceName[] = ['kb', 'forum'];

/** Processes of one service on one database, and the balancer before them. */
interface Fleet {
  name: ServiceName;
  url: string;
  services: readonly Service[];
  balanced: string;
}

export async function examineInstances({ place, report, options: { posts } }: Run<'posts'>): Promise<void> {
  const engine = await startEngine(place);
  report.figure('search', engine ? 'on Meilisearch' : 'in each process');
  const [kb, forum] = await startFleets(place, engine);
  const database = openDatabaseOf(place, forum.url);
  await checkLimits(kb, report);
  const numbers = await receiveNumbers(place, database);
  await checkPosts(forum, posts, report);
  await checkSame(kb, report);
  await checkSame(forum, report);
  await checkFeeding(database, report);
  await checkSearch(forum, report);
  const received = await numbers(posts);
  report.check(
    `${received.length} webhooks of ${posts} comments on a dialog arrive once and in order`,
    received.length === posts && received.every((number, index) => number === index),
  );
  const { cookie } = await signInAtDesk('kb', kb.url, { origin: kb.balanced, tenant: HOST });
  report.check('a session of the desk is known to every instance', await knows(kb, cookie));
  await checkRestarts([kb, forum], report);
  report.check('and after all were restarted', await knows(kb, cookie));
}

/** The variables of services that search on Meilisearch, if it is installed. */
async function startEngine({ servers }: Place): Promise<Record<string, string> | undefined> {
  if (!findMeilisearch()) return undefined;
  const meilisearch = await startOwnMeilisearch();
  servers.defer(() => meilisearch.remove());
  return { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key };
}

async function startFleets(
  place: Place,
  engine: Record<string, string> | undefined,
): Promise<[kb: Fleet, forum: Fleet]> {
  const postgres = await startDatabases(place, NAMES);
  for (const name of NAMES) await writeEverything(name, postgres.url(name));
  const start = async (name: ServiceName, environment: Record<string, string>): Promise<Fleet> => {
    const url = postgres.url(name);
    const balanced = `http://127.0.0.1:${await anyFreePort()}`;
    const database = { [`${name.toUpperCase()}_DATABASE_URL`]: url };
    const variables = {
      ...database,
      PUBLIC_URL: balanced,
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...engine,
      ...environment,
    };
    const services: Service[] = [];
    // One after the other: a machine that starts all at once takes longer than they wait.
    for (let index = 0; index < INSTANCES; index += 1)
      services.push(await startService(place, name, variables));
    return { name, url, services, balanced };
  };
  const kb = await start('kb', { RATE_LIMITS: 'on', VOTE_LIMIT: String(VOTE_LIMIT) });
  const forum = await start('forum', { FORUM_FILES_DIRECTORY: place.folder });
  const balancer = await startBalancer(
    [kb, forum].map(({ name, services, balanced }) => ({
      name,
      port: Number(new URL(balanced).port),
      ports: services.map(({ port }) => port),
    })),
  );
  place.servers.use(balancer);
  for (const url of [`${kb.balanced}/site/${HOST}`, `${forum.balanced}/api/help.json`])
    await until('the balancer answers', async () => (await statusOf(url).catch(() => 0)) === 200);
  return [kb, forum];
}

async function statusOf(url: string, request: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual', ...request });
  await answer.arrayBuffer();
  return answer.status;
}

function post(url: string, body: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return statusOf(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function checkLimits({ balanced }: Fleet, report: Report): Promise<void> {
  const headers = { 'Content-Type': 'application/vnd.api+json', Accept: 'application/vnd.api+json' };
  const url = `${balanced}/knowledge/v1/${HOST}/guides/31/upvote`;
  const vote = () => statusOf(url, { method: 'POST', headers });
  const answers = await Promise.all(Array.from({ length: VOTES }, vote));
  const taken = answers.filter((answer) => answer === 200).length;
  // A window may end meanwhile.
  report.check(
    `of ${VOTES} votes at once over all instances ${taken} pass the limit of ${VOTE_LIMIT}`,
    taken <= 2 * VOTE_LIMIT,
  );
}

/** Receives webhooks for comments with the text "Commented 1". @returns their numbers, once all have arrived */
async function receiveNumbers(
  { servers }: Place,
  database: Database,
): Promise<(expected: number) => Promise<number[]>> {
  const receiver = await startReceiver();
  servers.defer(() => receiver.stop());
  const { name } = await database.one('select name from accounts order by id limit 1');
  const change = { account: name, actor: { name: 'Test', role: 'owner', door: 'cli' } as const };
  await accountWebhooks(database).add(change, { url: receiver.url, types: ['comment.created'] });
  const numbers = () =>
    receiver.taken.flatMap(({ body }) => /Commented (\d+)/.exec(body)?.[1] ?? []).map(Number);
  return async (expected) => {
    const areDelivered = async () => {
      const { waiting } = await database.one(
        'select count(*) as waiting from webhook_deliveries where ended_at is null',
      );
      return numbers().length >= expected && waiting === 0;
    };
    await until('all webhooks are delivered', areDelivered, DELIVERY_SECONDS);
    return numbers();
  };
}

/** Each post has a comment, all of them on one dialog, whose events arrive in order. */
async function checkPosts({ services, balanced }: Fleet, posts: number, report: Report): Promise<void> {
  const waits: number[] = [];
  for (let number = 0; number < posts; number += 1) {
    const title = `Numbered ${number}`;
    const origin = services[number % INSTANCES]?.origin ?? '';
    const posted = await post(`${number % 2 === 0 ? origin : balanced}/api/help`, {
      ...DIALOG,
      title,
      text: title,
    });
    const comment = { ...COMMENT, text: `Commented ${number}` };
    const commented = await post(`${origin}/api/comment/help/1001`, comment);
    if (commented !== 201) report.wrong.push(`a comment: ${commented}`);
    if (posted === 201) waits.push(await untilShown(services, title));
    else report.wrong.push(`a post: ${posted}`);
  }
  const longest = Math.round(Math.max(...waits));
  report.check(
    `${posts} posts are on every instance within a second of the answer (${longest} ms at most)`,
    longest < 1_000,
  );
}

/** @returns milliseconds */
async function untilShown(services: readonly Service[], title: string): Promise<number> {
  const began = performance.now();
  const lists = async ({ origin }: Service) =>
    (await (await fetch(`${origin}/api/help.json?limit=5`)).text()).includes(title);
  await Promise.all(services.map((one) => until('every instance shows it', () => lists(one))));
  return performance.now() - began;
}

async function checkSame({ name, services }: Fleet, report: Report): Promise<void> {
  const differing: string[] = [];
  for (const path of PATHS[name]) {
    const headers = { Accept: acceptedAt(path) };
    const texts = services.map(async ({ origin }) => (await fetch(origin + path, { headers })).text());
    if (new Set(await Promise.all(texts)).size > 1) differing.push(path);
  }
  report.check(
    `${PATHS[name].length} addresses of ${name}-service are the same on every instance ${differing.join()}`,
    differing.length === 0,
  );
}

async function checkFeeding(database: Database, report: Report): Promise<void> {
  await until('everything is indexed', async () => {
    const { waiting } = await database.one('select count(*) as waiting from search_queue');
    return waiting === 0;
  });
  const counts = await database.one(
    'select (select count(*) from dialogs) as dialogs, (select count(*) from search_documents where words is not null) as documents',
  );
  report.check(`one feeder has indexed all ${counts.dialogs} dialogs`, counts.dialogs === counts.documents);
}

/** A dialog is found where it was not posted, too. */
async function checkSearch({ services }: Fleet, report: Report): Promise<void> {
  const waits: number[] = [];
  for (const [number, { origin }] of services.entries()) {
    const word = `sought${number}`;
    const posted = await post(`${origin}/api/help`, { ...DIALOG, title: word, text: word });
    if (posted !== 201) report.wrong.push(`a post: ${posted}`);
    const began = performance.now();
    const finds = async (one: Service) =>
      (await (await fetch(`${one.origin}/api/search/help/${word}.json`)).text()).includes(`"${word}"`);
    await Promise.all(services.map((one) => until('every instance finds it', () => finds(one))));
    waits.push(performance.now() - began);
  }
  const longest = Math.round(Math.max(...waits));
  report.check(
    `a new dialog is found on each instance within two seconds (${longest} ms at most)`,
    longest < 2_000,
  );
}

async function knows({ services }: Fleet, cookie: string): Promise<boolean> {
  const ask = ({ origin }: Service) => statusOf(`${origin}/desk/account`, { headers: { Cookie: cookie } });
  return (await Promise.all(services.map(ask))).every((answer) => answer === 200);
}

async function checkRestarts(fleets: readonly Fleet[], report: Report): Promise<void> {
  const loads = fleets.map(startLoad);
  for (let index = 0; index < INSTANCES; index += 1) {
    for (const { services } of fleets.toReversed()) {
      await services[index]?.stop();
      await services[index]?.start();
    }
  }
  for (const load of loads.toReversed()) {
    const { name, requests, posts, failures } = await load.stop();
    report.check(
      `${name}: all ${requests} requests (${posts} posts) during a rolling restart were answered`,
      failures.length === 0,
    );
    report.wrong.push(...failures.slice(0, 5));
  }
}

const READERS = 6;
const POSTERS = 2;

/** Readers, and for a forum posters, who each wait for an answer before they ask again. */
function startLoad({ name, balanced }: Fleet) {
  const failures: string[] = [];
  const paths = PATHS[name];
  let requests = 0;
  let posts = 0;
  const count = async (what: string, asking: Promise<number>, expected: number) => {
    requests += 1;
    const outcome = await asking.catch((error: Error) => String(error.cause ?? error));
    if (outcome !== expected) failures.push(`${what}: ${outcome}`);
  };
  const read = (reader: number, turn: number) => {
    const path = paths[(reader + turn) % paths.length] ?? '';
    return count(path, statusOf(balanced + path, { headers: { Accept: acceptedAt(path) } }), 200);
  };
  const write = (poster: number, turn: number) => {
    posts += 1;
    const title = `During a restart ${poster + turn * POSTERS}`;
    return count('a post', post(`${balanced}/api/help`, { ...DIALOG, title, text: title }), 201);
  };
  const clients = [startClients(READERS, read), startClients(name === 'forum' ? POSTERS : 0, write)];
  return {
    async stop() {
      await Promise.all(clients.map((some) => some.stop()));
      return { name, requests, posts, failures };
    },
  };
}
