import { setTimeout as pause } from 'node:timers/promises';
import { bumpRevision, type Database } from '@guidepost/postgres';
import autocannon from 'autocannon';
import { FORUM_REVISIONS } from '../../services/forum-service/src/model/forum.ts';
import { KNOWLEDGE_BASE_REVISIONS } from '../../services/kb-service/src/tenants/changes.ts';
import { archiveLines } from '../archives/archive.ts';
import type { Service, ServiceName } from '../rigs/place.ts';
import type { Case, Content } from './cases.ts';
import { FORUM } from './content.ts';
import type { BareServer, PeerServer } from './servers.ts';

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = low] = sorted.slice(sorted.length % 2 ? middle : middle - 1, middle + 1);
  return (low + high) / 2;
}

/** Returns a row while the index of the service is incomplete. */
export const IN_QUEUE = 'select 1 from search_queue where set_aside is null limit 1';

/** The same for Meilisearch's index. */
export const NOT_ON_ENGINE = `select 1 where not exists (
    select from search_indexes i
    where i.ready and not exists (select from search_backlog b where b.index_id = i.id and b.set_aside is null)
  )`;

/** Seconds until nothing is `waiting`; analyzes tables then, as autovacuum would. */
export async function untilIndexed(
  database: Database,
  { waiting, since }: { waiting: string; since: number },
): Promise<number> {
  while (await database.oneOrNone(waiting)) await pause(100);
  await database.none('vacuum analyze');
  return (performance.now() - since) / 1_000;
}

/** A kind of read compared with a server that only sends the same bytes: medians of the rounds. */
export interface ReadResult {
  what: string;
  service: ServiceName;
  /** The size of the first response, without its head. */
  bytes: number;
  rate: number;
  bareRate: number;
  ratio: number;
  /** The ratio of the best round. */
  bestRatio: number;
  /** Compared with Express alone, where that is measured. */
  peerRatio: number | undefined;
  /** 97.5th percentile in milliseconds. */
  latency: number;
}

export interface Sides {
  service: Service;
  bare: BareServer;
  peer: PeerServer;
  database: Database;
  content: Content;
}

/** How long each is measured, after a round that does not count. */
export interface Effort {
  rounds: number;
  /** Whether the first round that reaches the case's floor is the last: on a busy machine some do not. */
  endsAtFloor?: boolean;
  /** How long a kept answer is requested in a round. */
  keptSeconds: number;
  bareSeconds: number;
  /** How many of a case's addresses are requested at most. */
  addresses: number;
}

interface Round {
  rate: number;
  bareRate: number;
  /** NaN unless measured. */
  peerRate: number;
  latency: number;
}

export async function measureRead(kind: Case, sides: Sides, effort: Effort): Promise<ReadResult> {
  const paths = kind.paths(sides.content).slice(0, effort.addresses);
  const { bytes, headers } = await copyAnswer(kind, paths[0] ?? '', sides);
  const measure = () => measureRound(kind, { paths, headers }, { ...sides, ...effort });
  await measure();
  const counted: Round[] = [];
  const isEnough = () => effort.endsAtFloor && counted.some((round) => ratioOf(round) >= Number(kind.floor));
  while (counted.length < effort.rounds && !isEnough()) counted.push(await measure());
  const ratios = counted.map(ratioOf);
  return {
    what: kind.what,
    service: kind.service,
    bytes,
    rate: median(counted.map(({ rate }) => rate)),
    bareRate: median(counted.map(({ bareRate }) => bareRate)),
    ratio: median(ratios),
    bestRatio: Math.max(...ratios),
    peerRatio: kind.withPeer ? median(counted.map(({ rate, peerRate }) => rate / peerRate)) : undefined,
    latency: median(counted.map(({ latency }) => latency)),
  };
}

function ratioOf({ rate, bareRate }: Round): number {
  return rate / bareRate;
}

async function measureRound(
  kind: Case,
  { paths, headers }: Pick<Requests, 'paths' | 'headers'>,
  { service, bare, peer, database, keptSeconds: seconds, bareSeconds }: Sides & Effort,
): Promise<Round> {
  if (paths.length > 1) await forgetAnswers(kind.service, database);
  const { rate, latency } = await load(service.origin, { paths, headers, seconds });
  const peerRate = kind.withPeer ? (await load(peer.address, { paths, headers, seconds })).rate : Number.NaN;
  const { rate: bareRate } = await load(bare.address, { paths: ['/'], seconds: bareSeconds });
  return { rate, bareRate, peerRate, latency: latency.p97_5 };
}

/** Lets the bare server send the same answer; returns its length, and the headers to request it with. */
async function copyAnswer(
  { headers, notModified }: Case,
  path: string,
  { service, bare }: Sides,
): Promise<{ bytes: number; headers: Record<string, string> }> {
  const answer = await fetch(service.origin + path, {
    headers: { ...headers, 'Accept-Encoding': 'identity' },
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  const fields = Object.fromEntries(answer.headers);
  if (!notModified) {
    await bare.serve({ status: 200, headers: fields, body });
    return { bytes: body.length, headers };
  }
  const { 'content-type': _type, 'content-length': _length, ...kept } = fields;
  await bare.serve({ status: 304, headers: kept, body: Buffer.alloc(0) });
  return { bytes: 0, headers: { ...headers, 'If-None-Match': fields.etag ?? '' } };
}

export const CONNECTIONS = 20;

/** Milliseconds; autocannon ends only between two intervals. */
const SAMPLE_INTERVAL = 100;

/** Seconds, so that slow answers are measured instead of ending the run. */
const LONGEST_ANSWER = 60;

interface Requests {
  /** Several are requested once each. */
  paths: readonly string[];
  headers?: Record<string, string> | undefined;
  /** How long a single one is requested. */
  seconds?: number;
}

export async function load(
  url: string,
  { paths, headers = {}, seconds = 0 }: Requests,
): Promise<{ rate: number; latency: autocannon.Histogram }> {
  let connections = 0;
  // autocannon's own duration ends up to a sample interval after the last response.
  const started = performance.now();
  let lastAnswer = started;
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    sampleInt: SAMPLE_INTERVAL,
    timeout: LONGEST_ANSWER,
    ...(paths.length > 1 ? { amount: paths.length } : { duration: seconds }),
    setupClient(client) {
      const first = connections;
      connections += 1;
      client.on('response', () => {
        lastAnswer = performance.now();
      });
      const own = paths.filter((_, index) => paths.length === 1 || index % CONNECTIONS === first);
      client.setRequests(own.map((path) => ({ path })));
    },
  });
  const answered = result['2xx'] + result['3xx'];
  const refused = result['4xx'] + result['5xx'] + result.errors;
  if (refused > 0) throw new Error(`${url}${paths[0]}: ${refused} requests were refused or failed.`);
  return { rate: (1_000 * answered) / (lastAnswer - started), latency: result.latency };
}

/** Milliseconds for notifications to arrive. */
const UNTIL_HEARD = 300;

/** Raises every tenant's revision, which invalidates caches. */
export async function forgetAnswers(service: ServiceName, database: Database): Promise<void> {
  const source = service === 'kb' ? KNOWLEDGE_BASE_REVISIONS : FORUM_REVISIONS;
  const table = service === 'kb' ? 'knowledge_bases' : 'forums';
  const tenants = await database.any<{ id: number }>(`select id from ${table}`);
  for (const { id } of tenants) await bumpRevision(database, source, id);
  await pause(UNTIL_HEARD);
}

export interface PostResult {
  connections: number;
  rate: number;
  /** 97.5th percentile in milliseconds. */
  latency: number;
}

/** Posts dialogs to a single forum, where commits are serialized. */
export async function postDialogs(
  { origin }: Service,
  { connections, seconds, bodies }: { connections: number; seconds: number; bodies: Iterator<string> },
): Promise<PostResult> {
  const result = await autocannon({
    url: `${origin}/api/${FORUM}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, body: String(bodies.next().value) }) }],
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} posts were refused.`);
  return { connections, rate: result['2xx'] / result.duration, latency: result.latency.p97_5 };
}

export function* dialogBodies(): Generator<string, void> {
  let number = 0;
  for (const line of archiveLines({ dialogs: 100_000, comments: 0, seed: 2 })) {
    const { name, useremail, title, text } = JSON.parse(line);
    number += 1;
    const numbered = `bench ${number} ${title}`.slice(0, 200);
    yield JSON.stringify({ topic: 'Q', name, useremail, title: numbered, text });
  }
}
