import type { Database } from '@guidepost/postgres';
import { createPostgresSearch, createSearchWorker, type IndexFeed } from '@guidepost/search';
import type { Logger, Worker } from '@guidepost/service-kit';
import { loadDialogDocuments } from './dialog-documents.ts';

/** What brings changed dialogs into the search index. */
export function dialogFeed(database: Database): Omit<IndexFeed, 'onSetAside'> {
  return {
    database,
    index: createPostgresSearch(database),
    load: (tenantId, ids) => loadDialogDocuments(database, tenantId, ids),
  };
}

/** Keeps the index fed while the service runs. */
export function createDialogSearchWorker(database: Database, logger: Logger): Worker {
  return createSearchWorker({
    ...dialogFeed(database),
    onSetAside: (document) => logger.warn(document, 'the search index does not take a dialog'),
    onFailure: (err) => logger.warn({ err }, 'search hears of no changes until this is mended'),
    onRecovery: () => logger.info('search hears of changes again'),
  });
}
