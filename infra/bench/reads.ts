import { setTimeout as pause } from 'node:timers/promises';
import { bumpRevision, type Database } from '@guidepost/postgres';
import autocannon from 'autocannon';
import { FORUM_REVISIONS } from '../../services/forum-service/src/model/forum.ts';
import { KNOWLEDGE_BASE_REVISIONS } from '../../services/kb-service/src/knowledge-bases/changes.ts';
import type { Case } from './cases.ts';
import { median } from './median.ts';
import type { BareServer, MeasuredService } from './processes.ts';

/** A kind of read compared with a server that only sends the same bytes: medians of the rounds. */
export interface ReadResult {
  what: string;
  service: Case['service'];
  /** Of the first response, without its head. */
  bytes: number;
  rate: number;
  bareRate: number;
  ratio: number;
  /** 97.5th percentile in milliseconds. */
  latency: number;
}

export interface Sides {
  service: MeasuredService;
  bare: BareServer;
  database: Database;
}

interface Round {
  rate: number;
  bareRate: number;
  latency: number;
}

const ROUNDS = 5;
const CONNECTIONS = 20;
const KEPT_SECONDS = 3;
const BARE_SECONDS = 2;

/** Milliseconds for notifications to arrive. */
const UNTIL_HEARD = 300;

export async function measureRead(kind: Case, sides: Sides): Promise<ReadResult> {
  const { service, bare, database } = sides;
  const paths = await kind.paths(database);
  const bytes = await copyAnswer(kind, { from: service.address + paths[0], to: bare });
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await measureRound(kind, paths, sides));
  const [, ...counted] = rounds;
  return {
    what: kind.what,
    service: kind.service,
    bytes,
    rate: median(counted.map(({ rate }) => rate)),
    bareRate: median(counted.map(({ bareRate }) => bareRate)),
    ratio: median(counted.map(({ rate, bareRate }) => rate / bareRate)),
    latency: median(counted.map(({ latency }) => latency)),
  };
}

async function measureRound(kind: Case, paths: string[], { service, bare, database }: Sides): Promise<Round> {
  if (paths.length > 1) await forgetAnswers(kind.service, database);
  const { rate, latency } = await load(service.address, { paths, headers: kind.headers });
  const { rate: bareRate } = await load(bare.address, { paths: ['/'] }, BARE_SECONDS);
  return { rate, bareRate, latency };
}

async function load(
  url: string,
  { paths, headers = {} }: { paths: string[]; headers?: Record<string, string> | undefined },
  seconds = KEPT_SECONDS,
): Promise<{ rate: number; latency: number }> {
  let connections = 0;
  // autocannon's own duration ends up to a second after the last response.
  const started = performance.now();
  let lastAnswer = started;
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
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
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}${paths[0]}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`);
  return { rate: (1_000 * result['2xx']) / (lastAnswer - started), latency: result.latency.p97_5 };
}

async function copyAnswer(
  { headers = {} }: Case,
  { from, to }: { from: string; to: BareServer },
): Promise<number> {
  const answer = await fetch(from, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${from} answered ${answer.status}.`);
  await to.serve({ headers: Object.fromEntries(answer.headers), body });
  return body.length;
}

/** Raises every tenant's revision, which invalidates caches. */
async function forgetAnswers(service: Case['service'], database: Database): Promise<void> {
  const source = service === 'kb' ? KNOWLEDGE_BASE_REVISIONS : FORUM_REVISIONS;
  const table = service === 'kb' ? 'knowledge_bases' : 'forums';
  const tenants = await database.any<{ id: number }>(`select id from ${table}`);
  for (const { id } of tenants) await bumpRevision(database, source, id);
  await pause(UNTIL_HEARD);
}
