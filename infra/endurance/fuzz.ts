import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServers } from '@guidepost/local-servers/testing';
import {
  createTally,
  type FuzzedArea,
  type FuzzingClient,
  fuzz,
  type Tally,
} from '@guidepost/openapi/testing';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { type FuzzedService, startFuzzedServices } from './fuzzed-services.ts';
import { createPatientSend } from './patient-send.ts';
import { watchMemory } from './watch-memory.ts';

const USAGE = `Usage: npm run fuzz -- [--requests 1000000] [--minutes 600] [--seed 18]

Sends generated requests to both services, their desks and pages, and fails if one answers wrongly or grows.
Ends after as many requests or minutes, whichever comes first; Ctrl-C ends early with what is known by then.`;

const { values } = readCommandLine(USAGE, {
  options: {
    requests: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: '18' },
  },
});
const requests = wholeNumber(USAGE, 'requests', values.requests);
const seed = wholeNumber(USAGE, 'seed', values.seed);
let end = performance.now() + wholeNumber(USAGE, 'minutes', values.minutes) * 60_000;

// Ends early with what is known by then.
process.once('SIGINT', () => {
  end = 0;
});

/** After as many requests to a service everything in its content was changed or deleted. */
const CONTENT_LASTS = 20_000;
/** Requests to each part of a service in turn. */
const TURN: Readonly<Record<string, number>> = { api: 1_500, desk: 1_000, pages: 500, accounts: 100 };
const PROGRESS_MILLISECONDS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'guidepost-fuzz-'));
const servers = new AsyncDisposableStack();
const faults: string[] = [];
try {
  const testServers = await startTestServers({}, undefined);
  servers.defer(() => testServers.stop());
  const services = await startFuzzedServices(folder, servers);
  console.log(`${requests} requests, seed ${seed}`);
  await Promise.all(services.map(fuzzService));
} finally {
  await servers.disposeAsync();
}
console.log(faults.length === 0 ? 'Nothing was wrong.' : `Wrong:\n  ${faults.slice(0, 50).join('\n  ')}`);
if (faults.length === 0) await rm(folder, { recursive: true });
else console.log(`The logs are in ${folder}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function fuzzService(service: FuzzedService): Promise<void> {
  const { name, measured } = service;
  const tally = createTally();
  const patient = createPatientSend(service.client);
  const memory = watchMemory(name, measured, ['heap']);
  const progress = setInterval(
    () =>
      console.log(
        `${now()} ${name}: ${tally.count()} requests, ${memory.latest()}, slowest ${slowestOf(tally)}`,
      ),
    PROGRESS_MILLISECONDS,
  );
  let areas: FuzzedArea[] = [];
  let generation = 0;
  for (let turn = 0; tally.count() < requests / 2 && performance.now() < end; turn += 1) {
    if (tally.count() >= generation * CONTENT_LASTS) {
      areas = await service.makeAreas(generation);
      generation += 1;
    }
    for (const area of areas)
      await fuzzArea(area, { name, send: patient.send, tally, first: seed + turn * 1_000 });
  }
  clearInterval(progress);
  const { report, faults: grown } = memory.finish();
  faults.push(...grown);
  for (const area of areas)
    faults.push(...tally.neverReached(area).map((operation) => `${name}: ${operation} was never reached`));
  console.log(
    [
      `${name}:`,
      ...statusesOf(tally),
      ...report,
      `busy: ${patient.busy()}`,
      `slowest: ${slowestOf(tally)}`,
    ].join('\n  '),
  );
}

interface Fuzzing extends Pick<FuzzingClient, 'send'> {
  name: string;
  tally: Tally;
  /** Seed. */
  first: number;
}

/** One mistake does not end the run. */
async function fuzzArea(area: FuzzedArea, { name, first, ...options }: Fuzzing): Promise<void> {
  try {
    await fuzz(area, { ...options, seed: first, count: TURN[area.name] ?? 0, moreRounds: 0 });
  } catch (error) {
    const { message, cause } = error as Error;
    faults.push(`${name}: ${String(cause ?? message)}`.slice(0, 2_000));
    console.log(`${now()} ${name} ${area.name}, seed ${first}: ${String(cause)} ${message}`.slice(0, 4_000));
  }
}

function now(): string {
  return new Date().toISOString().slice(11, 19);
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
