import { sql } from '@guidepost/postgres';
import { contentBytes } from '../../content/guide-limits.ts';
import { fileTokens } from '../../files/content-files.ts';
import { setFilesOfDraft } from '../../files/files.ts';
import type { Actor } from '../../model/permissions.ts';
import type { OpenDraft } from './change-draft.ts';
import { endProposal, keepProposal } from './proposals.ts';
import type { DraftState, WorkingCopy } from './working-copy.ts';

export type DraftValues = Pick<
  WorkingCopy,
  'title' | 'slug' | 'content_html' | 'category_ids' | 'tag_names' | 'publish_at'
> & { state: DraftState };

const upsertDraft = sql`
  insert into guide_drafts (
    knowledge_base_id, guide_id, title, slug, content_html, content_bytes, category_ids, tag_names, state, publish_at,
    author_id, author_name, author_door
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (knowledge_base_id, guide_id) do update
  set title = excluded.title,
    slug = excluded.slug,
    content_html = excluded.content_html,
    content_bytes = excluded.content_bytes,
    category_ids = excluded.category_ids,
    tag_names = excluded.tag_names,
    state = excluded.state,
    publish_at = excluded.publish_at,
    author_id = excluded.author_id,
    author_name = excluded.author_name,
    author_door = excluded.author_door,
    updated_at = now()
`;
export const deleteDraft = sql`
  delete from guide_drafts d
  where d.knowledge_base_id = $1 and d.guide_id = $2
`;

/** Stores a draft, or changes the one that there is. Content must be clean. */
export async function writeDraft(
  { transaction, knowledgeBase, copy }: OpenDraft,
  { personId, name, door }: Pick<Actor, 'personId' | 'name' | 'door'>,
  values: Partial<DraftValues>,
): Promise<WorkingCopy> {
  const { draft_state: before, ...kept } = copy;
  const draft: DraftValues = { ...kept, state: before ?? 'draft', ...values };
  const { title, slug, content_html, category_ids, tag_names, state, publish_at } = draft;
  const size = contentBytes(content_html);
  const text = [title, slug, content_html, size, category_ids, tag_names];
  const author = [personId ?? null, name, door];
  await transaction.none(upsertDraft([knowledgeBase.id, copy.id, ...text, state, publish_at, ...author]));
  if (!copy.has_draft || values.content_html !== undefined) {
    await transaction.none(setFilesOfDraft([knowledgeBase.id, copy.id, fileTokens(content_html)]));
  }
  const guide = { knowledgeBaseId: knowledgeBase.id, guideId: copy.id };
  if (values.state === 'proposed') await keepProposal(transaction, guide, { personId, name });
  else if (values.state === 'draft') await endProposal(transaction, guide);
  return { ...copy, ...draft, draft_state: state, has_draft: true, author_name: name };
}
