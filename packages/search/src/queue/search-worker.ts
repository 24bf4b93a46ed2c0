import { type Database, sql } from '@guidepost/postgres';
import { createBackgroundWork, joinWorkers, type Logger, type Worker } from '@guidepost/service-kit';
import { forgetRemoved, queueOutdated } from '../embedded/embedded-search.ts';
import type { SearchEngine } from '../port.ts';
import { createVectorWorker } from '../vectors/embed-documents.ts';
import type { Embedder } from '../vectors/embeddings-client.ts';
import type { RejectedDocument } from './deliver-changes.ts';
import type { EngineFeed } from './engine-batch.ts';
import { forgetUnused } from './engine-indexes.ts';
import { createEngineWorker } from './feed-engine.ts';
import { feedIndex, type IndexFeed } from './feed-index.ts';

const forget = sql`
  -- Across tenants: a worker cleans up.
  -- Vectors of texts that were changed or removed long ago: there is no server, or it is away, or it answered while the
  -- document was removed.
  delete from search_vectors v
  where not exists (
    select 1
    from search_documents d
    where d.tenant_id = v.tenant_id and d.document_id = v.document_id
      and (d.revision = v.document_revision and d.words is not null or d.changed_at >= now() - interval '1 hour')
  )
`;

/** Shared by all indexes of a service. */
export type ServiceFeed = Omit<IndexFeed, 'onRejected'> & Pick<EngineFeed, 'service'>;

export interface ServiceWorkerOptions extends ServiceFeed {
  engine?: SearchEngine | undefined;
  embedder?: Embedder | undefined;
  logger: Logger;
  /** Names a document in the log: `guide`. */
  noun: string;
}

const UPKEEP_PAUSE = 3_600_000;

/** Feeds the local index, and that of an engine if there is one; makes vectors if a server is configured. */
export function createServiceSearchWorker(options: ServiceWorkerOptions): Worker {
  const { engine, embedder, logger, noun } = options;
  const worker = createSearchWorker({
    ...options,
    onRejected: (document) => logger.warn(document, `the search index rejected a ${noun}`),
    onFailure: (err) => logger.warn({ err }, 'the search index cannot be updated'),
    onRecovery: () => logger.info('the search index is updated again'),
  });
  const feeder = engine ? [createEngineFeeder({ ...options, engine })] : [];
  const vectors = embedder ? [createVectorMaker({ ...options, embedder })] : [];
  return joinWorkers([worker, ...feeder, ...vectors, createUpkeep(options)]);
}

/**
 * Queues documents of an earlier analysis, and deletes notes of removed ones, vectors of earlier texts and the backlogs
 * of an engine that is no longer configured.
 */
function createUpkeep({ database, engine, logger }: ServiceWorkerOptions): Worker {
  return createBackgroundWork({
    async work() {
      await queueOutdated(database);
      await forgetRemoved(database);
      if (!engine) await forgetUnused(database);
      await forgetStaleVectors(database);
      return false;
    },
    pause: UPKEEP_PAUSE,
    onFailure: (err) => logger.warn({ err }, 'could not tidy up the search index'),
    onRecovery: () => logger.info('the search index can be tidied up again'),
  });
}

function createEngineFeeder(options: ServiceWorkerOptions & { engine: SearchEngine }): Worker {
  const { engine, logger, noun } = options;
  const { name } = engine;
  return createEngineWorker({
    ...options,
    onRejected: (document: RejectedDocument) => logger.warn(document, `${name} rejected a ${noun}`),
    onRefill: (index) => logger.warn({ index }, `${name} has lost data and is being rebuilt`),
    onReady: (index) => logger.info({ index }, `${name} is complete and answers searches`),
    onFailure: (err) => logger.warn({ err }, `${name} cannot be updated`),
    onRecovery: () => logger.info(`${name} is updated again`),
  });
}

function createVectorMaker({
  database,
  load,
  embedder,
  logger,
  noun,
}: ServiceWorkerOptions & { embedder: Embedder }): Worker {
  return createVectorWorker({
    database,
    load,
    embedder,
    onRefused: (document) => logger.warn(document, `the embeddings server rejected a passage of a ${noun}`),
    onFailure: (err) => logger.warn({ err }, 'vectors cannot be updated'),
    onRecovery: () => logger.info('vectors are updated again'),
  });
}

export interface SearchWorkerOptions extends IndexFeed {
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  pause?: number;
}

/** Keeps changes searchable within two seconds, including the time for a batch. */
const USUAL_PAUSE = 500;

export function createSearchWorker(options: SearchWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, onFailure, onRecovery } = options;
  return createBackgroundWork({
    work: async () => Boolean(await feedIndex(options)),
    pause,
    onFailure,
    onRecovery,
  });
}

/** Deletes vectors of earlier texts if none have been made of the present ones for an hour. */
export async function forgetStaleVectors(database: Database): Promise<void> {
  await database.none(forget([]));
}
