import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import { changeDraft, countEdit, type Edited, type GuideEdit } from './change-draft.ts';
import { requireTitle } from './create-guide.ts';
import { refuseScheduled } from './save-draft.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Proposes a draft, or an unpublished guide as it is, for publication.
 * @throws EditConflict; AppError `invalid` with the field, or `forbidden` for an author and a scheduled draft
 */
export function proposeDraft(database: Executor, actor: Actor, edit: GuideEdit): Promise<Edited> {
  return changeDraft(database, { ...edit, actor, action: 'draft propose' }, async (draft) => {
    refuseScheduled(actor, draft.copy);
    requireTitle(draft.copy.title);
    await writeDraft(draft, actor, { state: 'proposed', publish_at: null });
    return { result: await countEdit(draft) };
  });
}

/**
 * Makes a proposed or scheduled draft a mere draft again.
 * @throws EditConflict; AppError `forbidden` for an author and a scheduled draft
 */
export function returnDraft(database: Executor, actor: Actor, edit: GuideEdit): Promise<Edited> {
  return changeDraft(database, { ...edit, actor, action: 'draft return' }, async (draft) => {
    const { copy } = draft;
    if (!copy.has_draft || copy.draft_state === 'draft') {
      return { result: { revision: copy.revision, at: copy.changed_at }, audit: [] };
    }
    refuseScheduled(actor, copy);
    await writeDraft(draft, actor, { state: 'draft', publish_at: null });
    return { result: await countEdit(draft) };
  });
}
