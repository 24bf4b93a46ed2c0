import type { Executor } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames } from '../../content/find-named-guides.ts';
import { type Actor, requireInLanguages } from '../../model/permissions.ts';
import type { Precondition } from '../../model/precondition.ts';
import { changeInSteps, changeKnowledgeBase } from '../../tenants/changes.ts';
import { lockWorkingCopy, requireExpectedCopy } from '../drafts/change-draft.ts';
import { deleteAndKeep } from './keep-deleted.ts';

export interface DeletedGuides {
  ids: number[];
  slugs: string[];
}

/**
 * Deletes guides with all that belongs to them, such as translations; changes nothing if one of them does not exist.
 * They can be restored for thirty days.
 * @throws AppError `not-found` with every unknown guide; `forbidden` also for a translation in another's language
 */
export function deleteGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: GuideNames & { host: string },
): Promise<DeletedGuides> {
  const change = { host, actor, action: 'guide delete' } as const;
  return changeKnowledgeBase(database, change, async (transaction, place) => {
    const { id } = place;
    const guides = await findNamedGuides(transaction, id, names);
    const ids = guides.map((guide) => guide.id);
    if (ids.length > 0) {
      const translated = await deleteAndKeep(transaction, id, { ids, by: actor.name });
      requireInLanguages(actor, change.action, { place, ids: translated });
    }
    const audit = guides.map((guide) => ({ guideId: guide.id, subject: guide.slug }));
    return { changed: ids.length > 0, result: { ids, slugs: guides.map(({ slug }) => slug) }, audit };
  });
}

/** Deletes a guide as {@link deleteGuides} does. @throws EditConflict; AppError `not-found` */
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
