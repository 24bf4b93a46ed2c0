import { type Executor, sql } from '@guidepost/postgres';
import { deleteUnusedFiles } from '../../files/files.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import {
  changeDraft,
  countEdit,
  type Edited,
  type GuideEdit,
  lockWorkingCopy,
  requireRevision,
} from '../drafts/change-draft.ts';
import { requireTitle } from '../drafts/edited-values.ts';
import { requireFreeSlug } from '../drafts/guide-slugs.ts';
import { requireProposal } from '../drafts/proposals.ts';
import { readWorkingCopy, requireText } from '../drafts/working-copy.ts';
import { writeDraft } from '../drafts/write-draft.ts';
import { invalidField } from '../structure/names-and-slugs.ts';
import { applyDraft } from './apply-draft.ts';

export interface PublishedGuide extends Edited {
  slug: string;
  /** Whether readers see a difference. */
  changed: boolean;
}

interface SeenProposal {
  /** The ID of the proposal that an editor has seen and decides on; undefined for a guide that was not in review. */
  proposal?: number | undefined;
}

export const setPublished = sql`
  -- Publishes or unpublishes the guides $2 as they are.
  update guides g
  set published = $3, updated_at = now(),
    edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[]) and g.published <> $3
  returning g.slug
`;

/**
 * Publishes a guide with its draft, if it has one. A new slug keeps the former one as a redirect.
 * @throws EditConflict; AppError `invalid` with the field, or `conflict` with the field `slug` or about the proposal
 */
export function publishGuide(
  database: Executor,
  actor: Actor,
  { host, guideId, revision, proposal }: GuideEdit & SeenProposal,
): Promise<PublishedGuide> {
  const change = { host, actor, action: 'guide publish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guide = { knowledgeBaseId: knowledgeBase.id, guideId };
    const copy = await lockWorkingCopy(transaction, guide);
    if (proposal !== undefined) requireProposal(copy, proposal);
    requireRevision(copy, revision);
    requireText(copy);
    const changed = copy.has_draft || !copy.published;
    let details = {};
    if (copy.has_draft) {
      details = await applyDraft({ transaction, knowledgeBase, copy }, actor);
      await deleteUnusedFiles(transaction, knowledgeBase.id);
    } else if (!copy.published) await transaction.any(setPublished([knowledgeBase.id, [guideId], true]));
    const { revision: now, changed_at: at } = await readWorkingCopy(transaction, guide);
    const { slug } = copy;
    return {
      changed,
      result: { revision: now, at, slug, changed },
      audit: changed ? { guideId, subject: slug, details } : [],
    };
  });
}

/**
 * Makes a guide publish itself with its draft at a time.
 * @throws EditConflict; AppError `invalid` with the field, or `conflict` with the field `slug` or about the proposal
 */
export async function scheduleGuide(
  database: Executor,
  actor: Actor,
  { publishAt, proposal, ...edit }: GuideEdit & SeenProposal & { publishAt: Date },
): Promise<Edited> {
  if (!(publishAt.getTime() > Date.now())) throw invalidField('publishAt', 'The time must be in the future.');
  return changeDraft(database, { ...edit, actor, action: 'guide schedule' }, async (draft) => {
    const { transaction, knowledgeBase, copy } = draft;
    if (proposal !== undefined) requireProposal(copy, proposal);
    requireTitle(copy.title);
    await requireFreeSlug(transaction, { knowledgeBaseId: knowledgeBase.id, slug: copy.slug, id: copy.id });
    await writeDraft(draft, actor, { state: 'scheduled', publish_at: publishAt });
    const audit = { subject: copy.slug, details: { publish_at: publishAt.toISOString() } };
    return { result: await countEdit(draft), audit };
  });
}
