import { preparedStatement } from '@guidepost/postgres';
import type { OpenDraft } from './change-draft.ts';
import { requireFreeSlug, requireTitle } from './create-guide.ts';
import { resolveTags } from './tag-names.ts';

const leaveSlug = preparedStatement(new URL('./sql/leave-slug.sql', import.meta.url));
const publish = preparedStatement(new URL('./sql/publish-draft.sql', import.meta.url));
const publishFiles = preparedStatement(new URL('./sql/publish-draft-files.sql', import.meta.url));
const setCategories = preparedStatement(new URL('./sql/set-categories.sql', import.meta.url));
const createTags = preparedStatement(new URL('./sql/create-tags.sql', import.meta.url));
const setTags = preparedStatement(new URL('./sql/set-tags.sql', import.meta.url));
const deleteDraft = preparedStatement(new URL('./sql/delete-draft.sql', import.meta.url));

/**
 * Publishes a draft, within a change of the knowledge base. A former slug of a guide that readers knew redirects.
 * @throws AppError `invalid` or `conflict` with the field
 */
export async function applyDraft(draft: OpenDraft): Promise<void> {
  const { transaction, knowledgeBase, copy } = draft;
  const [knowledgeBaseId, guideId] = [knowledgeBase.id, copy.id];
  const title = requireTitle(copy.title);
  if (copy.slug !== copy.published_slug) {
    await requireFreeSlug(transaction, { knowledgeBaseId, slug: copy.slug, id: guideId });
    await transaction.none(leaveSlug([knowledgeBaseId, guideId, copy.published_slug]));
  }
  await transaction.none(publish([knowledgeBaseId, guideId, title]));
  await transaction.none(publishFiles([knowledgeBaseId, guideId]));
  await transaction.none(setCategories([knowledgeBaseId, guideId, copy.category_ids]));
  await setTagsByName(draft, copy.tag_names);
  await transaction.none(deleteDraft([knowledgeBaseId, guideId]));
}

async function setTagsByName(
  { transaction, knowledgeBase, copy }: OpenDraft,
  names: readonly string[],
): Promise<void> {
  const tags = await resolveTags(transaction, knowledgeBase.id, names);
  await transaction.none(createTags([knowledgeBase.id, JSON.stringify(tags)]));
  await transaction.none(setTags([knowledgeBase.id, copy.id, tags.map(({ slug }) => slug)]));
}
