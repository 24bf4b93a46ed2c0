import { bumpRevision, type Executor, preparedStatement, type RevisionSource } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

/** Where knowledge bases count their changes. */
export const KNOWLEDGE_BASE_REVISIONS: RevisionSource = { service: 'kb', table: 'knowledge_bases' };

export interface Change<Result> {
  /** Whether anything that clients may see was touched. */
  changed: boolean;
  result: Result;
}

export interface ChangeOptions {
  /** Does everything, then takes it back, so that what is reported is what would happen. */
  dryRun?: boolean;
}

const lockByHost = preparedStatement(new URL('./sql/lock-by-host.sql', import.meta.url));
const refreshVisibleCategories = preparedStatement(
  new URL('./sql/refresh-visible-categories.sql', import.meta.url),
);
const refreshVisibleTags = preparedStatement(new URL('./sql/refresh-visible-tags.sql', import.meta.url));

/**
 * The one way to change a knowledge base: in a transaction, one writer at a time, with the visibility of
 * categories and tags brought up to date and the revision raised once at its end.
 *
 * @throws AppError `not-found` when there is no knowledge base with this host
 */
export async function changeKnowledgeBase<Result>(
  database: Executor,
  { host, dryRun = false }: ChangeOptions & { host: string },
  work: (transaction: Executor, knowledgeBase: KnowledgeBase) => Promise<Change<Result>>,
): Promise<Result> {
  let outcome: Change<Result> | undefined;
  const takeBack = new Error('dry run');
  try {
    await database.tx('change-knowledge-base', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      if (!(await transaction.oneOrNone(lockByHost([host])))) throw noSuchKnowledgeBase(host);
      const knowledgeBase = await requireKnowledgeBase(transaction, host);
      outcome = await work(transaction, knowledgeBase);
      if (outcome.changed) await publishChange(transaction, knowledgeBase.id);
      if (dryRun) throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  if (!outcome) throw new AppError('internal', 'A change ended without an outcome.');
  return outcome.result;
}

/**
 * Has PostgreSQL hash or sort what the statements to come in a transaction join. Of rows that were written a moment ago it
 * may expect a single one, and would compare each with each.
 */
export async function joinInBulk(transaction: Executor): Promise<void> {
  await transaction.none('set local enable_nestloop = off');
}

async function publishChange(transaction: Executor, knowledgeBaseId: number): Promise<void> {
  await joinInBulk(transaction);
  await transaction.none(refreshVisibleCategories([knowledgeBaseId]));
  await transaction.none(refreshVisibleTags([knowledgeBaseId]));
  await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, knowledgeBaseId);
}
