import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../../model/permissions.ts';
import { changeDraft, countEdit, type Edited, type GuideEdit } from '../drafts/change-draft.ts';
import { requireProposal, tellProposer } from '../drafts/proposals.ts';
import type { WorkingCopy } from '../drafts/working-copy.ts';
import { writeDraft } from '../drafts/write-draft.ts';
import { returnWithNote } from './notes.ts';

/**
 * Returns a proposal to its proposer, whose draft it is again, if wanted with a note beside the text.
 * @param proposal its ID, so that one of several editors decides; without it, any
 * @throws AppError `conflict` if it is no longer in review, or `invalid` with the field `note`
 */
export function sendBackDraft(
  database: Executor,
  actor: Actor,
  { note = '', proposal, ...edit }: GuideEdit & { note?: string | undefined; proposal?: number | undefined },
): Promise<Edited> {
  return changeDraft(database, { ...edit, actor, action: 'draft send-back' }, async (draft) => {
    requireProposal(draft.copy, proposal);
    const guide = { knowledgeBaseId: draft.knowledgeBase.id, guideId: draft.copy.id };
    await tellProposer(draft.transaction, guide, { kind: 'returned', actor });
    await writeDraft(draft, proposerOf(draft.copy, actor), { state: 'draft', publish_at: null });
    if (note.trim()) await returnWithNote(draft, actor, note);
    return { result: await countEdit(draft) };
  });
}

/** Unknown for those that an earlier release has proposed. */
function proposerOf({ proposer_id, proposer_name, author_door }: WorkingCopy, actor: Actor) {
  if (proposer_name === null) return actor;
  return { personId: proposer_id ?? undefined, name: proposer_name, door: author_door ?? actor.door };
}
