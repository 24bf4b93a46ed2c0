import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '@guidepost/local-servers';
import { type OwnMeilisearch, startOwnMeilisearch } from '@guidepost/local-servers/testing';
import { closeDatabase, openDatabase } from '@guidepost/postgres';
import { portOf, startServiceProcess } from '@guidepost/testing';
import type { ExaminedService, Started } from './examined-service.ts';
import { examineForum } from './forum.ts';
import { examineKnowledgeBase } from './knowledge-base.ts';

export interface Place {
  meilisearch: OwnMeilisearch;
  services: ExaminedService[];
}

const SUBJECTS = { kb: examineKnowledgeBase, forum: examineForum };

/** @param folder for all files, including the services' logs */
export async function openPlace(folder: string, stack: AsyncDisposableStack): Promise<Place> {
  const postgres = await startPostgres({ directory: join(folder, 'postgres'), durable: false });
  stack.defer(async () => void (await postgres.release()));
  const meilisearch = await startOwnMeilisearch();
  stack.defer(() => meilisearch.remove());
  const services: ExaminedService[] = [];
  for (const [name, examine] of Object.entries(SUBJECTS)) {
    await postgres.ensureDatabase(name);
    const started = await startService({ name, url: postgres.url(name), folder, meilisearch }, stack);
    services.push({ ...started, ...(await examine(started)) });
  }
  return { meilisearch, services };
}

async function startService(
  {
    name,
    url,
    folder,
    meilisearch,
  }: { name: string; url: string; folder: string; meilisearch: OwnMeilisearch },
  stack: AsyncDisposableStack,
): Promise<Started> {
  const files = join(folder, name);
  await mkdir(files);
  const prefix = name.toUpperCase();
  const main = new URL(`../../services/${name}-service/src/main.ts`, import.meta.url);
  const service = startServiceProcess(main, [], {
    [`${prefix}_DATABASE_URL`]: url,
    [`${prefix}_PORT`]: '0',
    [`${prefix}_METRICS_PORT`]: '0',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    FORUM_FILES_DIRECTORY: files,
    MEILI_URL: meilisearch.url,
    MEILI_KEY: meilisearch.key,
  });
  stack.defer(async () => {
    service.child.kill('SIGTERM');
    await service.exit;
  });
  const origin = `http://127.0.0.1:${await portOf(service)}`;
  service.output.pipe(createWriteStream(join(folder, `${name}.log`)));
  const database = openDatabase({ url, poolSize: 8, applicationName: 'search:faults', statementTimeout: 0 });
  stack.defer(() => closeDatabase(database));
  const ledger = { records: [], answers: new Map<string, number>(), shownAfterRemoval: 0 };
  return { name, database, origin, folder: files, ledger };
}
