import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import {
  findNamedGuides,
  type GuideNames,
  listNeverPublished,
  type NamedGuide,
} from '../../content/find-named-guides.ts';
import { deleteUnusedFiles } from '../../files/files.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { lockWorkingCopy } from '../drafts/change-draft.ts';
import { applyDraft } from './apply-draft.ts';
import { setPublished } from './publish-guide.ts';

type SelectedGuides = GuideNames & { host: string };

/**
 * Publishes guides with their drafts, all or none.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown guide; `invalid` or `conflict` for a draft that cannot be published
 */
export function publishGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: SelectedGuides,
): Promise<string[]> {
  const change = { host, actor, action: 'guide publish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guides = await findNamedGuides(transaction, knowledgeBase.id, names);
    const drafted = guides.filter(({ has_draft }) => has_draft);
    for (const { id: guideId } of drafted) {
      const copy = await lockWorkingCopy(transaction, { knowledgeBaseId: knowledgeBase.id, guideId });
      await applyDraft({ transaction, knowledgeBase, copy }, actor);
    }
    if (drafted.length > 0) await deleteUnusedFiles(transaction, knowledgeBase.id);
    const plain = guides.filter(({ has_draft, published }) => !has_draft && !published);
    const ids = plain.map(({ id }) => id);
    if (ids.length > 0) await transaction.any(setPublished([knowledgeBase.id, ids, true]));
    return describe(guides.filter((guide) => drafted.includes(guide) || plain.includes(guide)));
  });
}

/**
 * Shows guides again that were unpublished, as they were. Their drafts stay.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown guide, or `conflict` with each that readers have never seen
 */
export function republishGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: SelectedGuides,
): Promise<string[]> {
  const change = { host, actor, action: 'guide publish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const hidden = guides.filter(({ published }) => !published);
    const ids = hidden.map(({ id }) => id);
    const unknown = await listNeverPublished(transaction, knowledgeBaseId, ids);
    if (unknown.length > 0) throw neverPublished(unknown);
    if (ids.length > 0) await transaction.any(setPublished([knowledgeBaseId, ids, true]));
    return describe(hidden);
  });
}

/**
 * Hides guides from readers, all or none. Their drafts stay.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown guide
 */
export function unpublishGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: SelectedGuides,
): Promise<string[]> {
  const change = { host, actor, action: 'guide unpublish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const shown = guides.filter(({ published }) => published);
    const ids = shown.map(({ id }) => id);
    if (ids.length > 0) await transaction.any(setPublished([knowledgeBaseId, ids, false]));
    return describe(shown);
  });
}

function neverPublished(guides: readonly { slug: string }[]): AppError {
  const slugs = guides.map(({ slug }) => slug).join(', ');
  return new AppError('conflict', `Never published before: ${slugs}. Nothing was changed.`, {
    reason: 'neverPublished',
    values: { guides: slugs },
  });
}

function describe(changed: readonly NamedGuide[]) {
  return {
    changed: changed.length > 0,
    result: changed.map(({ slug }) => slug),
    audit: changed.map(({ id, slug }) => ({ guideId: id, subject: slug })),
  };
}
