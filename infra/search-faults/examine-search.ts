import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnMeilisearch } from '@guidepost/testing';
import { untilAsked, untilCaughtUp } from './catching-up.ts';
import { withClients } from './clients.ts';
import type { ExaminedService } from './examined-service.ts';
import { createFaults, FATES } from './faults.ts';
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

/** Kills Meilisearch while people write and search, and then looks for everything that was answered. */
export async function examineSearch(place: Place, examination: Examination): Promise<Report> {
  const { meilisearch, services } = place;
  const { say, stop } = examination;
  const begin = performance.now();
  const kills = await withClients(services, () => killAgainAndAgain(place, examination));
  const end = performance.now();
  const caughtUp = await untilCaughtUp({ services, seconds: CATCHING_UP_PATIENCE, stop });
  const secondsToCatchUp = caughtUp ? (performance.now() - end) / 1_000 : undefined;
  say('Looking for everything that was answered.');
  return {
    kills,
    seconds: (end - begin) / 1_000,
    secondsToCatchUp,
    services: await Promise.all(
      services.map((service) => reportOn(service, caughtUp ? meilisearch : undefined)),
    ),
    forgotten: await listForgottenIndexes(services, meilisearch),
  };
}

/** @returns how often, by what became of the data */
async function killAgainAndAgain(
  { meilisearch, services }: Place,
  { kills, longestPeace, longAbsences, say, stop }: Examination,
): Promise<Map<string, number>> {
  const strike = createFaults(meilisearch);
  const fates = new Map<string, number>();
  for (let number = 1; number <= kills; number += 1) {
    const fate = FATES[(number - 1) % FATES.length] ?? FATES[0];
    // Half of the time it is killed soon after it is back, perhaps while it is filled.
    const isAsked = number % 2 === 0 || (await untilAsked({ services, seconds: FILLING_PATIENCE, stop }));
    await pause(randomInt(longestPeace), undefined, { signal: stop });
    say(`Kill ${number} of ${kills}; the data: ${fate}${isAsked ? '' : '; it was not ready before'}`);
    await strike(fate, longAbsences && number % LONG_ABSENCE_IN === 0);
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
  }
  return fates;
}

async function reportOn(
  service: ExaminedService,
  meilisearch: OwnMeilisearch | undefined,
): Promise<ServiceReport> {
  return {
    ...service.ledger,
    name: service.name,
    answeredBy: await readSearchCounts(service.metrics),
    verdict: meilisearch && (await verify(service, meilisearch)),
  };
}
