import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedMeilisearch, findMeilisearch, startMeilisearch } from '@guidepost/search/embedded';
import type { BenchPlace } from '../bench-place.ts';
import type { EngineFigures, ServiceFigures } from './figures.ts';
import { measureFindable } from './findable.ts';
import { directoryBytes, postgresIndexBytes, residentMemory } from './index-sizes.ts';
import { indexOnEngine, indexOnPostgres } from './indexing.ts';
import { measureManyClients } from './many-clients.ts';
import { measureOneAtATime, recordQueries } from './one-at-a-time.ts';
import { reportSearch } from './report-search.ts';
import { fillSearchedForum } from './searched-forum.ts';
import { fillSearchedKnowledgeBase } from './searched-knowledge-base.ts';
import type { SearchedService } from './searched-service.ts';
import type { Serving } from './serving.ts';

/** Searches a large forum and a large knowledge base on both engines; undefined without a Meilisearch. */
export async function measureSearch(place: BenchPlace): Promise<string | undefined> {
  const program = findMeilisearch();
  if (!program) {
    process.stderr.write('Search is not measured: there is no meilisearch on the PATH.\n');
    return undefined;
  }
  const forum = await measureService(await fillSearchedForum(place), place, program);
  const otherPlace = { ...place, databaseUrl: await place.addDatabase() };
  const guides = await measureService(await fillSearchedKnowledgeBase(otherPlace), place, program);
  return reportSearch({ version: forum.version, services: [forum.figures, guides.figures] });
}

async function measureService(service: SearchedService, { directory }: BenchPlace, program: string) {
  const postgresql = await measurePostgres(service);
  const folder = join(directory, `meilisearch-${service.name}`);
  const meilisearch = await startMeilisearch({ program, directory: folder });
  try {
    const figures = await measureMeilisearch(service, meilisearch);
    return { version: meilisearch.version, figures: { service, postgresql, ...figures } };
  } finally {
    await meilisearch.stop();
    await rm(folder, { recursive: true });
  }
}

async function measurePostgres(service: SearchedService): Promise<EngineFigures> {
  const { serving, perSecond } = await indexOnPostgres(service);
  const indexBytes = await postgresIndexBytes(service.databaseUrl);
  const usual = await measureServing(service, serving, 1);
  await serving.stop();
  return { indexed: perSecond, indexBytes, ...usual };
}

async function measureMeilisearch(
  service: SearchedService,
  engine: EmbeddedMeilisearch,
): Promise<Pick<ServiceFigures, 'oneAtATime' | 'meilisearch' | 'memory'>> {
  const { serving, perSecond } = await indexOnEngine(service, engine);
  const indexBytes = await directoryBytes(engine.data);
  const queries = await recordQueries(service, engine);
  const oneAtATime = await measureOneAtATime(service, { serving, engine, queries });
  const usual = await measureServing(service, serving, 2);
  const memory = await residentMemory(engine.processId);
  await serving.stop();
  return { oneAtATime, memory, meilisearch: { indexed: perSecond, indexBytes, ...usual } };
}

async function measureServing(
  service: SearchedService,
  serving: Serving,
  seed: number,
): Promise<Pick<EngineFigures, 'throughput' | 'findable'>> {
  const findable =
    service.name === 'forum-service' ? await measureFindable(service, serving, seed) : undefined;
  return { findable, throughput: await measureManyClients(service, serving) };
}
