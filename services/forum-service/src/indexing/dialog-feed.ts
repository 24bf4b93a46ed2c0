import type { Database } from '@guidepost/postgres';
import {
  createEmbeddedSearch,
  createServiceSearchWorker,
  type Embedder,
  type SearchEngine,
  type ServiceFeed,
} from '@guidepost/search';
import type { Logger, Worker } from '@guidepost/service-kit';
import { loadDialogDocuments } from './dialog-documents.ts';

/** Provides changed dialogs to the search indexers. */
export function dialogFeed(database: Database): ServiceFeed {
  return {
    service: 'forum',
    database,
    index: createEmbeddedSearch(database),
    load: (tenantId, ids) => loadDialogDocuments(database, tenantId, ids),
  };
}

export function createDialogSearchWorker(
  database: Database,
  options: { engine?: SearchEngine | undefined; embedder?: Embedder | undefined; logger: Logger },
): Worker {
  return createServiceSearchWorker({ ...dialogFeed(database), ...options, noun: 'dialog' });
}
