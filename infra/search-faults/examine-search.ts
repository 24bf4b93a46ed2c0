import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnMeilisearch } from '@guidepost/testing';
import { untilCaughtUp, untilFed } from './catching-up.ts';
import { createClients, withClients } from './clients.ts';
import type { ExaminedService } from './examined-service.ts';
import { createFaults, type Fate, type Fault, listRounds } from './faults.ts';
import { readSearchCounts } from './metrics.ts';
import type { Place } from './place.ts';
import type { Report, ServiceReport } from './report.ts';
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
  const { kills, say } = examination;
  const strike = createFaults(meilisearch);
  const clients = createClients(services);
  const struck: Fate[] = [];
  const secondsToCatchUp: (number | undefined)[] = [];
  const faults: string[] = [];
  const begin = performance.now();
  for (const round of listRounds(kills)) {
    await withClients(clients, async () => {
      for (const fault of round) {
        await untilDue(fault, place, examination);
        struck.push(fault.fate);
        say(`Kill ${struck.length} of ${kills}; the data: ${fault.fate}`);
        await strike(fault.fate, examination.longAbsences && struck.length % LONG_ABSENCE_IN === 0);
      }
    });
    secondsToCatchUp.push(await catchUp(place, examination));
    if (secondsToCatchUp.at(-1) === undefined) break;
    const verdicts = await Promise.all(services.map((service) => verify(service, meilisearch, 'changed')));
    faults.push(...verdicts.flatMap((verdict) => verdict.faults));
    say(
      `Looked for what ${verdicts.map(({ name, records }) => `${name} changed of ${records} records`).join(', ')}`,
    );
  }
  return {
    struck,
    seconds: (performance.now() - begin) / 1_000,
    secondsToCatchUp,
    faults,
    services: await Promise.all(services.map((service) => reportOn(service, meilisearch))),
    forgotten: await listForgottenIndexes(services, meilisearch),
  };
}

async function untilDue(
  { whenFed }: Fault,
  { services }: Place,
  { longestPeace, stop }: Examination,
): Promise<void> {
  if (whenFed) await untilFed({ services, seconds: FILLING_PATIENCE, stop });
  await pause(randomInt(longestPeace), undefined, { signal: stop });
}

/** Waits until the engine has heard of everything; resolves with how many seconds that took, if it came to it. */
async function catchUp({ services }: Place, { stop }: Examination): Promise<number | undefined> {
  const begin = performance.now();
  const caughtUp = await untilCaughtUp({ services, seconds: CATCHING_UP_PATIENCE, stop });
  return caughtUp ? (performance.now() - begin) / 1_000 : undefined;
}

async function reportOn(service: ExaminedService, meilisearch: OwnMeilisearch): Promise<ServiceReport> {
  return {
    ...service.ledger,
    name: service.name,
    answeredBy: await readSearchCounts(service.metrics),
    verdict: await verify(service, meilisearch),
  };
}
