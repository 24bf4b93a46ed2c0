import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/permissions.ts';
import type { Precondition } from '../model/precondition.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { requireExpectedValues, revisionOf } from './named-thing.ts';
import { deleteTag, type FoundTag, findTag, renameTag } from './tags.ts';

interface TagAddress {
  host: string;
  id: number;
  isExpected?: Precondition | undefined;
}

/** As `renameTag`. @throws AppError `precondition-failed`, too */
export function editTag(
  database: Executor,
  actor: Actor,
  { host, id, isExpected, ...values }: TagAddress & { name?: string | undefined; slug?: string | undefined },
): Promise<void> {
  const change = { host, actor, action: 'tag rename' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const tag = { id };
    requireExpectedValues(tagRevision(await findTag(transaction, knowledgeBaseId, tag)), isExpected);
    await renameTag(transaction, actor, { host, tag, ...values });
    return { changed: false, result: undefined, audit: [] };
  });
}

/** As `deleteTag`. @throws AppError `precondition-failed`, too */
export function removeTag(
  database: Executor,
  actor: Actor,
  { host, id, isExpected }: TagAddress,
): Promise<void> {
  const change = { host, actor, action: 'tag delete' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const tag = { id };
    requireExpectedValues(tagRevision(await findTag(transaction, knowledgeBaseId, tag)), isExpected);
    await deleteTag(transaction, actor, { host, tag });
    return { changed: false, result: undefined, audit: [] };
  });
}

export function tagRevision({ name, slug }: Pick<FoundTag, 'name' | 'slug'>): string {
  return revisionOf([name, slug]);
}
