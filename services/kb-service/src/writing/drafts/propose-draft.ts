import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Actor, roleAllows } from '../../model/permissions.ts';
import { withdrawProposal } from '../../notices/proposal-mail.ts';
import {
  changeDraft,
  countEdit,
  type Edited,
  type GuideEdit,
  type OpenDraft,
  refuseScheduled,
} from './change-draft.ts';
import { requireTitle } from './edited-values.ts';
import { tellProposer } from './proposals.ts';
import type { WorkingCopy } from './working-copy.ts';
import { deleteDraft, writeDraft } from './write-draft.ts';

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
    await tellProposer(draft.transaction, guideOf(draft), { kind: 'returned', actor });
    await writeDraft(draft, actor, { state: 'draft', publish_at: null });
    return { result: await countEdit(draft) };
  });
}

/**
 * Discards a draft: the guide is as readers see it, or as it was created.
 * @throws EditConflict, or AppError `forbidden` for an author and the draft of someone else
 */
export function discardDraft(database: Executor, actor: Actor, edit: GuideEdit): Promise<Edited> {
  return changeDraft(database, { ...edit, actor, action: 'draft discard' }, async (draft) => {
    const { transaction, knowledgeBase, copy } = draft;
    if (!copy.has_draft) return { result: { revision: copy.revision, at: copy.changed_at }, audit: [] };
    refuseScheduled(actor, copy);
    refuseOthers(actor, copy);
    await transaction.none(deleteDraft([knowledgeBase.id, copy.id]));
    await withdrawProposal(transaction, guideOf(draft));
    return { result: await countEdit(draft) };
  });
}

function guideOf({ knowledgeBase, copy }: OpenDraft): { knowledgeBaseId: number; guideId: number } {
  return { knowledgeBaseId: knowledgeBase.id, guideId: copy.id };
}

function refuseOthers(actor: Actor, { author_id, author_name }: WorkingCopy): void {
  const isOwn = actor.personId === undefined ? author_name === actor.name : author_id === actor.personId;
  if (isOwn || roleAllows(actor, 'guide delete')) return;
  throw new AppError('forbidden', `Only ${author_name ?? 'its author'} and editors can discard this draft.`, {
    ...(author_name && { reason: 'draftOfOther', values: { name: author_name } }),
  });
}
