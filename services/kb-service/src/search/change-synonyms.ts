import type { Executor } from '@guidepost/postgres';
import type { SearchTenant } from '@guidepost/search';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';

export interface SynonymWork<Result> {
  host: string;
  /** The changed words, for the audit. */
  words: string;
  /** Changes synonyms by the functions of `@guidepost/search`. */
  work: (transaction: Executor, tenant: SearchTenant) => Promise<Result>;
}

/** Changes the words that mean the same to the search of a knowledge base. @throws AppError `not-found` */
export function changeSynonyms<Result>(
  database: Executor,
  actor: Actor,
  { host, words, work }: SynonymWork<Result>,
): Promise<Result> {
  const change = { host, actor, action: 'search synonyms' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => ({
    changed: false,
    result: await work(transaction, knowledgeBase),
    audit: { details: { words } },
  }));
}
