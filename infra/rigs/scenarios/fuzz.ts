import { startTestServers } from '@guidepost/local-servers/testing';
import {
  createClient,
  createTally,
  type FuzzedArea,
  type FuzzingClient,
  fuzz,
  type Tally,
} from '@guidepost/openapi/testing';
import {
  FUZZED_ENVIRONMENT as FORUM_ENVIRONMENT,
  prepareFuzzing as prepareForum,
} from '../../../services/forum-service/src/testing/fuzzing/prepare-fuzzing.ts';
import { startTestService as startForum } from '../../../services/forum-service/src/testing/test-service.ts';
import {
  FUZZED_ENVIRONMENT as KB_ENVIRONMENT,
  prepareFuzzing as prepareKb,
} from '../../../services/kb-service/src/testing/fuzzing/prepare-fuzzing.ts';
import { startServiceWithHidden } from '../../../services/kb-service/src/testing/hidden-content.ts';
import { sendPatiently } from '../load.ts';
import { watchMemory } from '../memory.ts';
import { type Place, type Service, type ServiceName, startService } from '../place.ts';
import type { Report } from '../report.ts';
import type { Run } from '../scenario.ts';

type Option = 'requests' | 'minutes' | 'seed';

export async function fuzzServices(run: Run<Option>): Promise<void> {
  const testServers = await startTestServers({}, undefined);
  run.place.servers.defer(() => testServers.stop());
  const services = await startFuzzed(run.place);
  await Promise.all(services.map((service) => fuzzService(service, run)));
}

interface Fuzzed {
  service: Service;
  client: FuzzingClient;
  /** Areas with new content, by its number. */
  makeAreas(number: number): Promise<FuzzedArea[]>;
}

/** Both, as in their images but for garbage collection on request. */
async function startFuzzed(place: Place): Promise<Fuzzed[]> {
  const start = async (name: ServiceName, environment: Record<string, string>) => {
    const started = { built: true, flags: ['--expose-gc'] };
    const service = await startService(place, name, { LOG_LEVEL: 'warn', ...environment }, started);
    const client = createClient(service.origin);
    place.servers.defer(() => client.close());
    return { service, client };
  };
  const kbContent = await startServiceWithHidden(KB_ENVIRONMENT);
  place.servers.defer(() => kbContent.stop());
  const kb = await start('kb', { ...KB_ENVIRONMENT, KB_DATABASE_URL: kbContent.url });
  const environment = {
    ...FORUM_ENVIRONMENT,
    FORUM_FILES_DIRECTORY: place.folder,
    KB_API_URL: `${kb.service.origin}/knowledge/v1/help.example.com`,
  };
  const forumContent = await startForum(environment);
  place.servers.defer(() => forumContent.stop());
  const forum = await start('forum', { ...environment, FORUM_DATABASE_URL: forumContent.url });
  return [
    { ...kb, makeAreas: await prepareKb(kbContent, kb.client) },
    { ...forum, makeAreas: await prepareForum(forumContent, forum.client) },
  ];
}

/** After as many requests to a service everything in its content was changed or deleted. */
const CONTENT_LASTS = 20_000;
/** Requests to each part of a service in turn. */
const TURN: Readonly<Record<string, number>> = { api: 1_500, desk: 1_000, pages: 500, accounts: 100 };
const PROGRESS_MILLISECONDS = 60_000;

async function fuzzService(
  { service, client, makeAreas }: Fuzzed,
  { report, options: { requests, minutes, seed }, stop }: Run<Option>,
): Promise<void> {
  const { name } = service;
  const end = performance.now() + minutes * 60_000;
  const tally = createTally();
  const patient = createPatientSend(client);
  const memory = watchMemory(service, ['heap']);
  const progress = setInterval(
    () =>
      report.progress(`${name}: ${tally.count()} requests, ${memory.latest()}, slowest ${slowestOf(tally)}`),
    PROGRESS_MILLISECONDS,
  );
  let areas: FuzzedArea[] = [];
  let generation = 0;
  const isEnough = () => tally.count() >= requests / 2 || performance.now() >= end || stop.aborted;
  for (let turn = 0; !isEnough(); turn += 1) {
    if (tally.count() >= generation * CONTENT_LASTS) {
      areas = await makeAreas(generation);
      generation += 1;
    }
    for (const area of areas)
      await fuzzOnce(area, { name, send: patient.send, tally, first: seed + turn * 1_000 }, report);
  }
  clearInterval(progress);
  for (const area of areas)
    report.wrong.push(...tally.neverReached(area).map((one) => `${name}: ${one} was never reached`));
  report.print([`${name}:`, ...statusesOf(tally)].join('\n  '));
  memory.finish(report);
  report.figure(`${name}: busy`, patient.busy());
  report.figure(`${name}: slowest`, slowestOf(tally));
}

function createPatientSend({ send }: FuzzingClient): Pick<FuzzingClient, 'send'> & { busy(): number } {
  let busy = 0;
  return {
    send: (request) =>
      sendPatiently(
        () => send(request),
        ({ status, headers }) => status === 503 && headers['retry-after'] !== undefined,
        () => {
          busy += 1;
        },
      ),
    busy: () => busy,
  };
}

interface Fuzzing extends Pick<FuzzingClient, 'send'> {
  name: string;
  tally: Tally;
  /** Seed. */
  first: number;
}

/** One mistake does not end the run. */
async function fuzzOnce(
  area: FuzzedArea,
  { name, first, ...options }: Fuzzing,
  report: Report,
): Promise<void> {
  try {
    await fuzz(area, { ...options, seed: first, count: TURN[area.name] ?? 0, moreRounds: 0 });
  } catch (error) {
    const { message, cause } = error as Error;
    report.wrong.push(`${name}: ${String(cause ?? message)}`.slice(0, 2_000));
    report.progress(`${name} ${area.name}, seed ${first}: ${String(cause)} ${message}`.slice(0, 4_000));
  }
}

function slowestOf(tally: Tally): string {
  const { milliseconds, request } = tally.slowest();
  return `${Math.round(milliseconds)} ms (${request.slice(0, 200)})`;
}

function statusesOf(tally: Tally): string[] {
  return tally.operations().map(({ area, name, statuses, reached }) => {
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, times]) => `${status}×${times}`);
    return `${area} ${name}: reached ${reached}; ${counts.join(' ')}`;
  });
}
