import { createBackgroundWork, joinWorkers, type Logger, type Worker } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import type { SetAside } from './deliver-changes.ts';
import type { EngineFeed } from './engine-batch.ts';
import { forgetUnused } from './engine-indexes.ts';
import { createEngineWorker } from './engine-worker.ts';
import { feedIndex, type IndexFeed } from './feed-index.ts';

/** What all indexes of a service are fed from. */
export type ServiceFeed = Omit<IndexFeed, 'onSetAside'> & Pick<EngineFeed, 'service'>;

export interface ServiceWorkerOptions extends ServiceFeed {
  engine?: SearchEngine | undefined;
  logger: Logger;
  /** What is found, for the log: `guide`. */
  noun: string;
}

/** Milliseconds. */
const FORGETTING_PAUSE = 3_600_000;

/** Keeps indexes fed while a service runs: the database's own, and that of an engine if there is one. */
export function createServiceSearchWorker(options: ServiceWorkerOptions): Worker {
  const { engine, logger, noun } = options;
  const worker = createSearchWorker({
    ...options,
    onSetAside: (document) => logger.warn(document, `the search index does not take a ${noun}`),
    onFailure: (err) => logger.warn({ err }, 'search hears of no changes until this is mended'),
    onRecovery: () => logger.info('search hears of changes again'),
  });
  const other = engine ? createEngineFeeder({ ...options, engine }) : createForgetting(options);
  return joinWorkers([worker, other]);
}

/** An engine that was given up hears of nothing any more, so nothing has to wait for it. */
function createForgetting({ database, logger }: ServiceWorkerOptions): Worker {
  return createBackgroundWork({
    async work() {
      await forgetUnused(database);
      return false;
    },
    pause: FORGETTING_PAUSE,
    onFailure: (err) => logger.warn({ err }, 'what waits for an engine that is gone cannot be forgotten'),
    onRecovery: () => logger.info('what waits for an engine that is gone can be forgotten again'),
  });
}

function createEngineFeeder(options: ServiceWorkerOptions & { engine: SearchEngine }): Worker {
  const { engine, logger, noun } = options;
  const { name } = engine;
  return createEngineWorker({
    ...options,
    onSetAside: (document: SetAside) => logger.warn(document, `${name} does not take a ${noun}`),
    onRefill: (index) => logger.warn({ index }, `${name} does not hold what it did, and is filled anew`),
    onReady: (index) => logger.info({ index }, `${name} holds all that can be found, and answers searches`),
    onFailure: (err) => logger.warn({ err }, `${name} hears of no changes until this is mended`),
    onRecovery: () => logger.info(`${name} hears of changes again`),
  });
}

export interface SearchWorkerOptions extends IndexFeed {
  /** Hears once when the index cannot be fed, and once when it can again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  /** Milliseconds between two looks at an empty queue. */
  pause?: number;
}

/** A committed change can be found within two seconds: this, and the time that one batch takes. */
const USUAL_PAUSE = 500;

/** Feeds a search index in the background: looks for queued changes every half second and sends them until there are none. */
export function createSearchWorker(options: SearchWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, onFailure, onRecovery } = options;
  return createBackgroundWork({
    work: async () => Boolean(await feedIndex(options)),
    pause,
    onFailure,
    onRecovery,
  });
}
