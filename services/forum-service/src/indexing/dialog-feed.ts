import { type Database, sql } from '@guidepost/postgres';
import {
  createEmbeddedSearch,
  createServiceSearchWorker,
  type Embedder,
  feedWholeQueue,
  type LoadedDocuments,
  purgeKept,
  type SearchDocument,
  type SearchEngine,
  type ServiceFeed,
} from '@guidepost/search';
import type { Logger, Worker } from '@guidepost/service-kit';

/**
 * Bytes of comments indexed per dialog; later ones rarely matter. Together with the length limit of texts it bounds the
 * memory of a batch.
 */
const COMMENT_BYTES = 300_000;

const MAX_COMMENTS = 10_000;

const loadDialogs = sql.file(new URL('./sql/load-dialogs.sql', import.meta.url));

const findLanguage = sql`
  select f.language
  from forums f
  where f.id = $1
`;

interface DialogRow {
  id: number;
  title: string;
  text: string;
  /** Newest first. */
  comments: string;
  archived: boolean;
  /** Folded. */
  tags: string[];
}

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

/** Fields ranked by weight: title, text, comments. Only editors find archived dialogs. */
export async function loadDialogDocuments(
  database: Database,
  forumId: number,
  ids: number[],
): Promise<LoadedDocuments> {
  const found = await database.oneOrNone<{ language: string }>(findLanguage([forumId]));
  const dialogs = await database.any<DialogRow>(loadDialogs([forumId, ids, COMMENT_BYTES, MAX_COMMENTS]));
  // A deleted forum has no language; its documents are only removed.
  return { tenant: { id: forumId, language: found?.language ?? '' }, documents: dialogs.map(describeDialog) };
}

function describeDialog({ id, title, text, comments, archived, tags }: DialogRow): SearchDocument {
  return { id, fields: [title, text, comments], facets: { tag: tags }, hidden: archived };
}

/**
 * Indexes all queued changes, whether or not a service runs, and deletes kept indexes with what was there before. Call
 * it even without changes, since an earlier erasure may have been interrupted just before.
 */
export async function purgeSearch(database: Database): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onRejected: () => {} });
  await purgeKept(database);
}
