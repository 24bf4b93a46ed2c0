import type { Database } from '@guidepost/postgres';
import { createPostgresSearch, createSearchWorker, type IndexFeed } from '@guidepost/search';
import type { Logger, Worker } from '@guidepost/service-kit';
import { loadGuideDocuments } from './guide-documents.ts';

/** What brings changed guides into the search index. */
export function guideFeed(database: Database): Omit<IndexFeed, 'onSetAside'> {
  return {
    database,
    index: createPostgresSearch(database),
    load: (tenantId, ids) => loadGuideDocuments(database, tenantId, ids),
  };
}

/** Keeps the index fed while the service runs. */
export function createGuideSearchWorker(database: Database, logger: Logger): Worker {
  return createSearchWorker({
    ...guideFeed(database),
    onSetAside: (document) => logger.warn(document, 'the search index does not take a guide'),
    onFailure: (err) => logger.warn({ err }, 'search hears of no changes until this is mended'),
    onRecovery: () => logger.info('search hears of changes again'),
  });
}
