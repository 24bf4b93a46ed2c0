import { setTimeout as pause } from 'node:timers/promises';
import { bumpRevision, type Database } from '@guidepost/postgres';
import autocannon from 'autocannon';
import { FORUM_REVISIONS } from '../../services/forum-service/src/model/forum.ts';
import { KNOWLEDGE_BASE_REVISIONS } from '../../services/kb-service/src/tenants/changes.ts';
import type { Case } from './cases.ts';
import { median } from './median.ts';
import type { BareServer, MeasuredService, PeerServer } from './processes.ts';

/** A kind of read compared with a server that only sends the same bytes: medians of the rounds. */
export interface ReadResult {
  what: string;
  service: Case['service'];
  /** Of the first response, without its head. */
  bytes: number;
  rate: number;
  bareRate: number;
  ratio: number;
  /** Of the best round. */
  bestRatio: number;
  /** Compared with Express alone, where that is measured. */
  peerRatio: number | undefined;
  /** 97.5th percentile in milliseconds. */
  latency: number;
}

export interface Sides {
  service: MeasuredService;
  bare: BareServer;
  peer: PeerServer;
  database: Database;
}

interface Round {
  rate: number;
  bareRate: number;
  /** NaN unless measured. */
  peerRate: number;
  latency: number;
}

/** How long each is measured, after a round that does not count. */
export interface Effort {
  rounds: number;
  /** Whether the first round that reaches the case's floor is the last: on a busy machine some do not. */
  endsAtFloor?: boolean;
  /** Of a kept answer in a round. */
  keptSeconds: number;
  bareSeconds: number;
  /** How many of a case's addresses are requested at most. */
  addresses: number;
}

const CONNECTIONS = 20;

/** Milliseconds; autocannon ends only between two intervals. */
const SAMPLE_INTERVAL = 100;

/** Milliseconds for notifications to arrive. */
const UNTIL_HEARD = 300;

export async function measureRead(kind: Case, sides: Sides, effort: Effort): Promise<ReadResult> {
  const { service, bare, database } = sides;
  const paths = (await kind.paths(database)).slice(0, effort.addresses);
  const { bytes, headers } = await copyAnswer(kind, { from: service.address + paths[0], to: bare });
  const measure = () => measureRound({ ...kind, headers, paths }, sides, effort);
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
  kind: Omit<Case, 'paths'> & { paths: string[] },
  { service, bare, peer, database }: Sides,
  { keptSeconds: seconds, bareSeconds }: Effort,
): Promise<Round> {
  const { headers, paths } = kind;
  if (paths.length > 1) await forgetAnswers(kind.service, database);
  const { rate, latency } = await load(service.address, { paths, headers, seconds });
  const peerRate = kind.withPeer ? (await load(peer.address, { paths, headers, seconds })).rate : Number.NaN;
  const { rate: bareRate } = await load(bare.address, { paths: ['/'], seconds: bareSeconds });
  return { rate, bareRate, peerRate, latency };
}

export async function load(
  url: string,
  {
    paths,
    headers = {},
    seconds,
  }: { paths: string[]; headers?: Record<string, string> | undefined; seconds: number },
): Promise<{ rate: number; latency: number }> {
  let connections = 0;
  // autocannon's own duration ends up to a sample interval after the last response.
  const started = performance.now();
  let lastAnswer = started;
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    sampleInt: SAMPLE_INTERVAL,
    ...(paths.length > 1 ? { amount: paths.length } : { duration: seconds }),
    setupClient(client) {
      const first = connections;
      connections += 1;
      client.on('response', () => {
        lastAnswer = performance.now();
      });
      client.setRequests(
        paths.length > 1
          ? paths.filter((_, index) => index % CONNECTIONS === first).map((path) => ({ path }))
          : [{ path: paths[0] ?? '/' }],
      );
    },
  });
  const answered = result['2xx'] + result['3xx'];
  const refused = result['4xx'] + result['5xx'] + result.errors;
  if (refused > 0) throw new Error(`${url}${paths[0]}: ${refused} requests were refused or failed.`);
  return { rate: (1_000 * answered) / (lastAnswer - started), latency: result.latency.p97_5 };
}

/** Lets the bare server send the same answer; returns its length, and the headers to request it with. */
async function copyAnswer(
  { headers = {}, notModified }: Case,
  { from, to }: { from: string; to: BareServer },
): Promise<{ bytes: number; headers: Record<string, string> }> {
  const answer = await fetch(from, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${from} answered ${answer.status}.`);
  const fields = Object.fromEntries(answer.headers);
  if (!notModified) {
    await to.serve({ status: 200, headers: fields, body });
    return { bytes: body.length, headers };
  }
  const { 'content-type': _type, 'content-length': _length, ...kept } = fields;
  await to.serve({ status: 304, headers: kept, body: Buffer.alloc(0) });
  return { bytes: 0, headers: { ...headers, 'If-None-Match': fields.etag ?? '' } };
}

/** Raises every tenant's revision, which invalidates caches. */
export async function forgetAnswers(service: Case['service'], database: Database): Promise<void> {
  const source = service === 'kb' ? KNOWLEDGE_BASE_REVISIONS : FORUM_REVISIONS;
  const table = service === 'kb' ? 'knowledge_bases' : 'forums';
  const tenants = await database.any<{ id: number }>(`select id from ${table}`);
  for (const { id } of tenants) await bumpRevision(database, source, id);
  await pause(UNTIL_HEARD);
}
