import { bumpRevision, type Executor, preparedStatement, type RevisionSource } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

export const KNOWLEDGE_BASE_REVISIONS: RevisionSource = { service: 'kb', table: 'knowledge_bases' };

export interface Change<Result> {
  /** Whether clients can see a difference. */
  changed: boolean;
  result: Result;
}

export interface ChangeOptions {
  /** Rolls back at the end, so that the result is what would happen. */
  dryRun?: boolean;
}

const lockByHost = preparedStatement(new URL('./sql/lock-by-host.sql', import.meta.url));
const refreshCategories = preparedStatement(new URL('./sql/refresh-categories.sql', import.meta.url));
const refreshTags = preparedStatement(new URL('./sql/refresh-tags.sql', import.meta.url));
const countGuides = preparedStatement(new URL('./sql/count-guides.sql', import.meta.url));

/**
 * The one way to change a knowledge base: in a transaction, one writer at a time, which finally counts
 * published guides, updates the visibility of categories and tags and raises the revision once.
 * @throws AppError `not-found`
 */
export async function changeKnowledgeBase<Result>(
  database: Executor,
  { host, dryRun = false }: ChangeOptions & { host: string },
  work: (transaction: Executor, knowledgeBase: KnowledgeBase) => Promise<Change<Result>>,
): Promise<Result> {
  let outcome: Change<Result> | undefined;
  const rollback = new Error('dry run');
  try {
    await database.tx('change-knowledge-base', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      if (!(await transaction.oneOrNone(lockByHost([host])))) throw noSuchKnowledgeBase(host);
      const knowledgeBase = await requireKnowledgeBase(transaction, host);
      outcome = await work(transaction, knowledgeBase);
      if (outcome.changed) await publishChange(transaction, knowledgeBase.id);
      if (dryRun) throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!outcome) throw new AppError('internal', 'A change ended without an outcome.');
  return outcome.result;
}

/**
 * Makes PostgreSQL use hash or merge joins in the rest of a transaction. For newly written rows it may estimate a
 * single row and choose a nested loop.
 */
export async function joinInBulk(transaction: Executor): Promise<void> {
  await transaction.none('set local enable_nestloop = off');
}

async function publishChange(transaction: Executor, knowledgeBaseId: number): Promise<void> {
  await joinInBulk(transaction);
  await transaction.none(refreshCategories([knowledgeBaseId]));
  await transaction.none(refreshTags([knowledgeBaseId]));
  await transaction.none(countGuides([knowledgeBaseId]));
  await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, knowledgeBaseId);
}
