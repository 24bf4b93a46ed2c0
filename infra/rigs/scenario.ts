import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMeilisearch, findVersitygw } from '@guidepost/local-servers';
import { findChromium, findOnPath, findPgBouncer } from '@guidepost/local-servers/testing';
import type { Place } from './place.ts';
import type { Report } from './report.ts';

/** A scenario of `npm run rig -- <name>`. */
export interface Scenario {
  name: string;
  /** One line for the list. */
  about: string;
  /** The options that may follow the name, with their meanings. */
  words?: { usage: string; about: string; known?: readonly string[] };
  /** Whole numbers from 1 on; 0 without a default. */
  options: Readonly<Record<string, { default?: number; about: string }>>;
  needs?(words: readonly string[]): readonly Need[];
  /** Whether the built services are run. */
  isBuilt?: boolean;
  run(run: Run): Promise<void>;
}

export interface Run<Option extends string = string> {
  place: Place;
  report: Report;
  options: Record<Option, number>;
  words: readonly string[];
  /** Ctrl-C. */
  stop: AbortSignal;
}

/** A program that not every machine has. */
export type Need = keyof typeof NEEDS;

export const FAKE_TIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

const NEEDS = {
  chromium: { isThere: () => findChromium() !== undefined, missing: 'no Chromium (CHROMIUM)' },
  haproxy: { isThere: () => findOnPath('haproxy') !== undefined, missing: 'no haproxy on the PATH' },
  libfaketime: { isThere: () => existsSync(FAKE_TIME), missing: 'no libfaketime' },
  meilisearch: { isThere: () => findMeilisearch() !== undefined, missing: 'no Meilisearch (MEILISEARCH)' },
  pgbouncer: { isThere: () => findPgBouncer() !== undefined, missing: 'no PgBouncer (PGBOUNCER)' },
  postgresql: {
    isThere: () => existsSync(join(postgresPrograms(), 'pg_receivewal')),
    missing: 'no installed PostgreSQL (POSTGRES_PROGRAMS, or pg_config on the PATH)',
  },
  root: { isThere: () => process.getuid?.() === 0, missing: 'only root may mount a disk' },
  versitygw: { isThere: () => findVersitygw() !== undefined, missing: 'no object store (versitygw)' },
};

/** The missing needs, for the end of a sentence. */
export function missingOf(needs: readonly Need[] = []): string[] {
  const missing = needs.filter((need) => !NEEDS[need].isThere());
  return [...new Set(missing)].map((need) => NEEDS[need].missing);
}

/** The folder of an installed PostgreSQL's programs: POSTGRES_PROGRAMS, or what `pg_config` says; empty without. */
export function postgresPrograms(): string {
  const { POSTGRES_PROGRAMS } = process.env;
  if (POSTGRES_PROGRAMS) return POSTGRES_PROGRAMS;
  const program = findOnPath('pg_config');
  return program ? execFileSync(program, ['--bindir'], { encoding: 'utf8' }).trim() : '';
}
