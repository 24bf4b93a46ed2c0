import { type Executor, sql } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames } from '../content/find-named-guides.ts';
import { deleteUnusedFiles } from '../files/files.ts';
import type { Actor } from '../model/permissions.ts';
import type { Precondition } from '../model/precondition.ts';
import { changeInSteps, changeKnowledgeBase } from '../tenants/changes.ts';
import { lockWorkingCopy, requireExpectedCopy } from './drafts/change-draft.ts';

export interface DeletedGuides {
  slugs: string[];
  images: number;
}

const deleteById = sql`
  -- Memberships, votes, former slugs, drafts, versions and file uses are deleted by cascade.
  delete from guides g
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;

/**
 * Deletes guides with their votes, former slugs, versions and images; changes nothing if one of them does not exist.
 * @throws AppError `not-found` with every unknown guide
 */
export function deleteGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: GuideNames & { host: string },
): Promise<DeletedGuides> {
  const change = { host, actor, action: 'guide delete' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const guides = await findNamedGuides(transaction, id, names);
    await transaction.none(deleteById([id, guides.map((guide) => guide.id)]));
    const images = await deleteUnusedFiles(transaction, id);
    const result = { slugs: guides.map(({ slug }) => slug), images: images.length };
    const audit = guides.map((guide) => ({ guideId: guide.id, subject: guide.slug }));
    return { changed: true, result, audit };
  });
}

/** Deletes a guide with all that belongs to it. @throws EditConflict; AppError `not-found` */
export function removeGuide(
  database: Executor,
  actor: Actor,
  { host, guideId, isExpected }: { host: string; guideId: number; isExpected?: Precondition | undefined },
): Promise<void> {
  const change = { host, actor, action: 'guide delete' } as const;
  return changeInSteps(database, change, async (transaction, { id: knowledgeBaseId }) => {
    requireExpectedCopy(await lockWorkingCopy(transaction, { knowledgeBaseId, guideId }), isExpected);
    await deleteGuides(transaction, actor, { host, ids: [guideId] });
  });
}
