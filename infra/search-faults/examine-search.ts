import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnMeilisearch } from '@guidepost/local-servers/testing';
import { untilCaughtUp, untilFed } from './catching-up.ts';
import { createClients, withClients } from './clients.ts';
import type { ExaminedService } from './examined-service.ts';
import { createFaults, type Fault, listRounds } from './faults.ts';
import { readSearchCounts } from './metrics.ts';
import type { Place } from './place.ts';
import type { Course, Report, ServiceReport } from './report.ts';
import { listForgottenIndexes, verify } from './verify.ts';

export interface Examination {
  /** How often Meilisearch is killed. */
  kills: number;
  /** Milliseconds of work before each time, at most. */
  longestPeace: number;
  /** Whether some of its absences are longer than search waits for an index to hear of changes. */
  longAbsences: boolean;
  /** Hears what happens. */
  say: (line: string) => void;
  /** Ends it with an error. */
  stop: AbortSignal;
}

/** One absence in so many is a long one. */
const LONG_ABSENCE_IN = 7;

/** Seconds: an engine that takes longer to be filled is not waited for before it is killed again. */
const FILLING_PATIENCE = 30;
const CATCHING_UP_PATIENCE = 180;

/** Kills Meilisearch while people write and search, and looks again and again for everything that was answered. */
export async function examineSearch(place: Place, examination: Examination): Promise<Report> {
  const { meilisearch, services } = place;
  const begin = performance.now();
  const course = await goThroughRounds(place, examination);
  return {
    ...course,
    seconds: (performance.now() - begin) / 1_000,
    services: await Promise.all(services.map((service) => reportOn(service, meilisearch))),
    forgotten: await listForgottenIndexes(services, meilisearch),
  };
}

async function goThroughRounds(place: Place, examination: Examination): Promise<Course> {
  const clients = createClients(place.services);
  const course: Course = { struck: [], secondsToCatchUp: [], faults: [] };
  const strike = createStrike(place, examination, course);
  for (const round of listRounds(examination.kills)) {
    await withClients(clients, async () => {
      for (const fault of round) await strike(fault);
    });
    const seconds = await catchUp(place, examination);
    course.secondsToCatchUp.push(seconds);
    if (seconds === undefined) break;
    course.faults.push(...(await lookForChanges(place, examination)));
  }
  return course;
}

/** What kills once, when it is due, and notes it. */
function createStrike(
  { meilisearch, services }: Place,
  { kills, longestPeace, longAbsences, say, stop }: Examination,
  { struck }: Course,
): (fault: Fault) => Promise<void> {
  const strike = createFaults(meilisearch);
  return async ({ fate, whenFed }) => {
    if (whenFed) await untilFed({ services, seconds: FILLING_PATIENCE, stop });
    await pause(randomInt(longestPeace), undefined, { signal: stop });
    struck.push(fate);
    say(`Kill ${struck.length} of ${kills}; the data: ${fate}`);
    await strike(fate, longAbsences && struck.length % LONG_ABSENCE_IN === 0);
  };
}

/** Waits until the engine has heard of everything; resolves with how many seconds that took, if it came to it. */
async function catchUp({ services }: Place, { stop }: Examination): Promise<number | undefined> {
  const begin = performance.now();
  const caughtUp = await untilCaughtUp({ services, seconds: CATCHING_UP_PATIENCE, stop });
  return caughtUp ? (performance.now() - begin) / 1_000 : undefined;
}

async function lookForChanges({ meilisearch, services }: Place, { say }: Examination): Promise<string[]> {
  const verdicts = await Promise.all(services.map((service) => verify(service, meilisearch, 'changed')));
  const numbers = verdicts.map(({ name, records }) => `${records} of ${name}`).join(', ');
  const faults = verdicts.flatMap((verdict) => verdict.faults);
  say(`Looked for records that have changed: ${numbers}; faults: ${faults.length}`);
  return faults;
}

async function reportOn(service: ExaminedService, meilisearch: OwnMeilisearch): Promise<ServiceReport> {
  return {
    ...service.ledger,
    name: service.name,
    answeredBy: await readSearchCounts(service.metrics),
    verdict: await verify(service, meilisearch),
  };
}
