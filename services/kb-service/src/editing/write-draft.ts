import { preparedStatement } from '@guidepost/postgres';
import { imageTokens } from '../files/content-images.ts';
import { contentBytes } from '../guides/guide-limits.ts';
import type { Actor } from '../model/actor.ts';
import type { OpenDraft } from './change-draft.ts';
import type { DraftState, WorkingCopy } from './working-copy.ts';

export type DraftValues = Pick<
  WorkingCopy,
  'title' | 'slug' | 'content_html' | 'category_ids' | 'tag_names' | 'publish_at'
> & { state: DraftState };

const write = preparedStatement(new URL('./sql/write-draft.sql', import.meta.url));
const setFiles = preparedStatement(new URL('./sql/set-draft-files.sql', import.meta.url));

/** Stores a draft, or changes the one that there is. Content must be clean. */
export async function writeDraft(
  { transaction, knowledgeBase, copy }: OpenDraft,
  { personId, name, door }: Actor,
  values: Partial<DraftValues>,
): Promise<WorkingCopy> {
  const { draft_state: before, ...kept } = copy;
  const draft: DraftValues = { ...kept, state: before ?? 'draft', ...values };
  const { title, slug, content_html, category_ids, tag_names, state, publish_at } = draft;
  const size = contentBytes(content_html);
  const text = [title, slug, content_html, size, category_ids, tag_names];
  const author = [personId ?? null, name, door];
  await transaction.none(write([knowledgeBase.id, copy.id, ...text, state, publish_at, ...author]));
  if (!copy.has_draft || values.content_html !== undefined) {
    await transaction.none(setFiles([knowledgeBase.id, copy.id, imageTokens(content_html)]));
  }
  return { ...copy, ...draft, draft_state: state, has_draft: true, author_name: name };
}
