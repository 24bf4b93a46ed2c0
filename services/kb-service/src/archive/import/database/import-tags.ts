import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { SourceTag } from '../import-source.ts';
import { type Changes, countChanges, type Written } from './changes.ts';

/** A tag in the database. */
export interface TagRecord {
  id: number;
  slug: string;
}

const listTagsStatement = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const upsertTags = preparedStatement(new URL('./sql/upsert-tags.sql', import.meta.url));

/** All tags of a knowledge base. */
export function listTags(transaction: Executor, knowledgeBaseId: number): Promise<TagRecord[]> {
  return transaction.any(listTagsStatement([knowledgeBaseId]));
}

/** Makes the tags of the source what it says; those that it does not have stay as they are. */
export async function importTags(
  transaction: Executor,
  knowledgeBaseId: number,
  tags: SourceTag[],
): Promise<Changes> {
  const written = await transaction.any<Written>(upsertTags([knowledgeBaseId, JSON.stringify(tags)]));
  return countChanges(written);
}
