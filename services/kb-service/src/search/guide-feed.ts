import type { Database } from '@guidepost/postgres';
import {
  createEmbeddedSearch,
  createServiceSearchWorker,
  type Embedder,
  type SearchEngine,
  type ServiceFeed,
} from '@guidepost/search';
import type { Logger, Worker } from '@guidepost/service-kit';
import { loadGuideDocuments } from './guide-documents.ts';

/** The feed of search indexes with changed guides. */
export function guideFeed(database: Database): ServiceFeed {
  return {
    service: 'kb',
    database,
    index: createEmbeddedSearch(database),
    load: (tenantId, ids) => loadGuideDocuments(database, tenantId, ids),
  };
}

export function createGuideSearchWorker(
  database: Database,
  options: { engine?: SearchEngine | undefined; embedder?: Embedder | undefined; logger: Logger },
): Worker {
  return createServiceSearchWorker({ ...guideFeed(database), ...options, noun: 'guide' });
}
