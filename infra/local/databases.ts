import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { type Kept, keepRunning, type Running, type Say } from './keep-running.ts';
import type { LocalService } from './services.ts';

export interface Databases {
  urlFor(service: LocalService): Promise<string>;
  /** Rejects with one line for the terminal when they have failed permanently. */
  failure: Promise<never>;
  close(): Promise<void>;
}

/** Keeps the embedded PostgreSQL running, unless every service has its own database. */
export async function openDatabases(
  dataDirectory: string,
  services: LocalService[],
  say: Say = console.log,
): Promise<Databases> {
  await mkdir(dataDirectory, { recursive: true });
  const embedded = services.every((service) => service.databaseUrl)
    ? undefined
    : await keepPostgres(join(dataDirectory, 'postgres'), say);
  return {
    urlFor: async (service) => {
      if (service.databaseUrl || !embedded) return service.databaseUrl ?? '';
      await embedded.postgres.ensureDatabase(service.databaseName);
      return embedded.postgres.url(service.databaseName);
    },
    failure: embedded?.failure ?? new Promise(() => {}),
    close: async () => embedded?.stop(),
  };
}

/** Restarted servers use the same socket, so their URLs stay valid. */
async function keepPostgres(directory: string, say: Say): Promise<Kept & { postgres: LocalPostgres }> {
  const start = () => startPostgres({ directory, durable: true });
  const postgres = await start();
  say(`PostgreSQL ${postgres.adopted ? 'was already running' : 'is running'}; its data are in ${directory}`);
  const kept = keepRunning(asRunning(postgres, say), {
    name: 'PostgreSQL',
    log: postgres.log,
    start: async () => asRunning(await start(), say),
    say,
  });
  return { postgres, ...kept };
}

function asRunning(postgres: LocalPostgres, say: Say): Running {
  return {
    ended: postgres.lost.then(() => undefined),
    stop: async () => {
      if ((await postgres.release()) === 'still-in-use')
        say('PostgreSQL keeps running: it has other clients.');
    },
  };
}
