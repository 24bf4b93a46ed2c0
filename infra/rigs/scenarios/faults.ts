import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestBucket } from '@guidepost/files/testing';
import { startOwnMeilisearch, until } from '@guidepost/local-servers/testing';
import { startMailServer } from '@guidepost/mail/testing';
import type { Database } from '@guidepost/postgres';
import { startReceiver } from '@guidepost/webhooks/testing';
import { FAILOVERS, type Fault, faultsNamed, type Rig } from '../faults.ts';
import { auditForum, forumTraffic, prepareForum } from '../forum.ts';
import { auditKnowledgeBase, knowledgeBaseTraffic, prepareKnowledgeBase } from '../knowledge-base.ts';
import { type Audit, firstTaken, lastFailure } from '../ledger.ts';
import { startPosting } from '../load.ts';
import {
  openDatabaseOf,
  type Part,
  type Place,
  startDatabases,
  startProxies,
  startService,
} from '../place.ts';
import { describeCounts, describeSpread, type Report } from '../report.ts';
import { missingOf, type Run } from '../scenario.ts';

type Option = 'times' | 'rate';

export function provokeFaults(run: Run<Option>): Promise<void> {
  return runFaults(faultsNamed(run.words), run);
}

export function failOver(run: Run<Option>): Promise<void> {
  return runFaults(FAILOVERS, run);
}

async function runFaults(chosen: readonly Fault[], run: Run<Option>): Promise<void> {
  const { place, report, options, stop } = run;
  for (const fault of chosen) {
    const missing = missingOf(fault.needs);
    if (missing.length > 0) {
      report.print(`${fault.name}: not run, ${missing.join(', ')}`);
      continue;
    }
    const times = options.times || fault.times;
    const examination = { rate: options.rate, stop, progress: report.progress };
    const examined: Examined[] = [];
    if (fault.happensOnce)
      for (let time = 0; time < times; time += 1)
        examined.push(await examineIn(place, fault, { ...examination, times: 1 }));
    else examined.push(await examineIn(place, fault, { ...examination, times }));
    describe(fault, examined, report);
  }
}

/** In a folder of its own, which is kept if something was wrong. */
async function examineIn(place: Place, fault: Fault, examination: Examination): Promise<Examined> {
  const servers = new AsyncDisposableStack();
  const folder = await mkdtemp(join(place.folder, `${fault.name}-`));
  let examined: Examined;
  try {
    examined = await examine({ folder, servers }, fault, examination);
  } finally {
    await servers.disposeAsync();
  }
  if (failuresOf(fault, [examined]).length === 0) await rm(folder, { recursive: true });
  return examined;
}

function failuresOf({ mayLose }: Fault, examined: readonly Examined[]): string[] {
  return examined.flatMap(({ lost, wrong }) =>
    mayLose ? wrong.filter((line) => line.startsWith('doubled')) : [...lost, ...wrong],
  );
}

export interface Examination extends Partial<Pick<Report, 'progress'>> {
  times: number;
  /** Posts a second. */
  rate: number;
  /** Milliseconds before and after each fault. */
  peace?: number;
  /** Ends it with an error, once everything is put back. */
  stop?: AbortSignal;
}

export interface Examined extends Audit {
  times: number;
  /** Milliseconds from the end of each fault to the first success of a post sent since. */
  recoveries: number[];
  /** Milliseconds from the end of each fault to the last other answer to a post sent since. */
  lastFailures: number[];
}

const PEACE = 1_500;
const RECOVERY_SECONDS = 60;

export async function examine(
  place: Place,
  fault: Fault,
  { times, rate, peace = PEACE, progress, stop }: Examination,
): Promise<Examined> {
  const rig = await openRig(place, fault);
  const posting = startPosting(rig.traffic, rate);
  place.servers.defer(() => posting.stop());
  const phases: { provoked: number; lifted: number }[] = [];
  const recoveries: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await pause(peace * (0.5 + Math.random()), undefined, { signal: stop });
    const before = posting.sent.length;
    const provoked = performance.now();
    const lifted = await fault.provoke(rig);
    const taken = () => firstTaken(posting.sent.slice(before), lifted);
    const recovered = await until('a post is taken again', taken, RECOVERY_SECONDS);
    phases.push({ provoked, lifted });
    const recovery = recovered - (fault.happensOnce ? provoked : lifted);
    recoveries.push(recovery);
    progress?.(`${fault.name} ${time + 1} of ${times}: ${Math.round(recovery)} ms`);
  }
  await pause(peace);
  await posting.stop();
  const lastFailures = phases.map(({ lifted }, index) =>
    lastFailure(posting.sent, lifted, phases[index + 1]?.provoked),
  );
  return { times, recoveries, lastFailures, ...(await rig.audit(posting.sent)) };
}

function describe(fault: Fault, examined: readonly Examined[], report: Report): void {
  const sum = (of: (one: Examined) => number) => examined.reduce((total, one) => total + of(one), 0);
  const others = new Map<string, number>();
  for (const [outcome, count] of examined.flatMap((one) => [...one.others]))
    others.set(outcome, (others.get(outcome) ?? 0) + count);
  const lost = examined.flatMap((one) => one.lost);
  const wrong = examined.flatMap((one) => one.wrong);
  report.print(
    `${fault.name}, ${sum(({ times }) => times)} times: of ${sum(({ sent }) => sent)} posts ` +
      `${sum(({ acknowledged }) => acknowledged)} were acknowledged; of the others (${describeCounts(others)}) ` +
      `${sum(({ storedAnyway }) => storedAnyway)} are stored
  lost: ${lost.length}; otherwise wrong: ${wrong.length}; delivered again: ${sum((one) => one.deliveredAgain)}; files without a row: ${sum(({ orphans }) => orphans)}
  recovery in ms: ${describeSpread(examined.flatMap((one) => one.recoveries))}; last failure: ${describeSpread(examined.flatMap((one) => one.lastFailures))}`,
  );
  report.wrong.push(...failuresOf(fault, examined).map((line) => `${fault.name}: ${line}`));
}

async function openRig(place: Place, fault: Fault): Promise<Rig> {
  const { service: name, parts = [] } = fault;
  const { environment, pair } = (await fault.prepare?.(place)) ?? {};
  const [disk, files] = [join(place.folder, 'disk'), join(place.folder, 'files')];
  for (const folder of [disk, files]) await mkdir(folder, { recursive: true });
  const own = { directory: join(disk, 'postgres'), durable: true };
  const postgres = pair?.primary ?? (await startDatabases(place, [name], own));
  const { mail, receiver, further, targets } = await startParts(place, parts);
  targets.set('database', postgres.url(name));
  const proxies = await startProxies(place, targets, parts);
  const url = (part: Part) => proxies.get(part)?.url ?? targets.get(part) ?? '';
  const service = await startService(place, name, {
    [`${name.toUpperCase()}_DATABASE_URL`]: url('database'),
    FORUM_FILES_DIRECTORY: files,
    TRUSTED_PROXIES: 'loopback',
    MAIL_URL: url('mail'),
    MAIL_FROM: 'help@example.com',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ...further,
    ...(parts.includes('store') && { S3_ENDPOINT: url('store') }),
    ...(parts.includes('search') && { MEILI_URL: url('search') }),
    ...environment,
  });
  const prepared = openDatabaseOf(place, postgres.url(name));
  const database = pair ? openDatabaseOf(place, pair.replica.url(name)) : prepared;
  const rig = { database, postgres, service, proxies, disk, files, pair };
  if (name === 'kb') {
    const written = await prepareKnowledgeBase(prepared, service.origin);
    const audit: Rig['audit'] = async (sent) => {
      await untilDone(database, INDEXED);
      return auditKnowledgeBase({ written, database }, sent);
    };
    return { ...rig, traffic: knowledgeBaseTraffic(written), audit };
  }
  const addresses = { origin: service.origin, webhooks: url('webhooks') };
  const forum = await prepareForum(prepared, addresses);
  const audit: Rig['audit'] = async (sent) => {
    await deliverEverything(rig);
    const delivered = {
      mail: mail.received.map(({ text = '', messageId = '' }) => ({ text, id: messageId })),
      webhooks: receiver.taken.map(({ body, id }) => ({ text: body, id })),
    };
    const kept = parts.includes('store') ? null : files;
    return auditForum({ forum, database, files: kept, ...delivered }, sent);
  };
  return { ...rig, traffic: forumTraffic(forum), audit };
}

/**
 * Starts what a service depends on besides its database: an object store and Meilisearch only if their absence is
 * tried.
 */
async function startParts({ servers }: Place, parts: readonly Part[]) {
  const mail = await startMailServer();
  servers.defer(() => mail.stop());
  const receiver = await startReceiver();
  servers.defer(() => receiver.stop());
  const targets = new Map<Part, string>([
    ['mail', mail.url],
    ['webhooks', receiver.url],
  ]);
  const further: Record<string, string> = {};
  if (parts.includes('store')) {
    const bucket = await createTestBucket();
    servers.defer(() => bucket.remove());
    targets.set('store', bucket.config.S3_ENDPOINT ?? '');
    Object.assign(further, bucket.variables, { FORUM_FILES_STORE: 's3' });
  }
  if (parts.includes('search')) {
    const meilisearch = await startOwnMeilisearch();
    servers.defer(() => meilisearch.remove());
    targets.set('search', meilisearch.url);
    further.MEILI_KEY = meilisearch.key;
  }
  return { mail, receiver, further, targets };
}

const INDEXED = `coalesce((select bool_and(ready) from search_indexes), true)
  and not exists (select from search_backlog) and not exists (select from search_queue)`;

const DELIVERED = `${INDEXED}
  and not exists (select from new_answers)
  and not exists (select from outgoing_mail where ended_at is null)
  and not exists (select from webhook_events where payload is null)
  and not exists (select from webhook_deliveries where ended_at is null)`;

/** Messages that failed, or were cut off, wait for up to 15 minutes; here they are due at once. */
const MAKE_DUE = `update outgoing_mail set next_attempt_at = now() where ended_at is null;
  update webhook_events set write_at = now() where payload is null;
  update webhook_deliveries set next_attempt_at = now() where ended_at is null;
  update webhooks set resume_at = now()`;

const DELIVERY_SECONDS = 120;

async function deliverEverything({ service, database }: Pick<Rig, 'service' | 'database'>): Promise<void> {
  await service.stop('SIGTERM');
  await database.multi(MAKE_DUE);
  await service.start();
  await untilDone(database, DELIVERED);
}

async function untilDone(database: Database, condition: string): Promise<void> {
  const isDone = async () => (await database.one<{ done: boolean }>(`select ${condition} as done`)).done;
  await until('everything is delivered and indexed', isDone, DELIVERY_SECONDS);
}
