import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '@guidepost/postgres/embedded';
import type { LocalService } from './services.ts';

/** Where the services' databases are. */
export interface Databases {
  urlFor(service: LocalService): Promise<string>;
  close(): Promise<void>;
}

/** Starts the embedded PostgreSQL, unless every service has been given a database of its own. */
export async function openDatabases(dataDirectory: string, services: LocalService[]): Promise<Databases> {
  await mkdir(dataDirectory, { recursive: true });
  const embedded = services.every((service) => service.databaseUrl)
    ? undefined
    : await startPostgres(dataDirectory);
  return {
    urlFor: async (service) => {
      if (service.databaseUrl || !embedded) return service.databaseUrl ?? '';
      await embedded.ensureDatabase(service.databaseName);
      return embedded.url(service.databaseName);
    },
    close: async () => {
      if ((await embedded?.release()) === 'still-in-use')
        console.log('PostgreSQL stays up: somebody else is connected.');
    },
  };
}

async function startPostgres(dataDirectory: string): Promise<EmbeddedPostgres> {
  const directory = join(dataDirectory, 'postgres');
  const postgres = await startEmbedded({ directory, durable: true });
  console.log(
    `PostgreSQL ${postgres.adopted ? 'was running already' : 'is running'}; its data are in ${directory}`,
  );
  return postgres;
}
