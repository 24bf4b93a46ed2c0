import { sql } from '@guidepost/postgres';
import { isEdition } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import type { OpenDraft } from '../drafts/change-draft.ts';
import { requireTitle } from '../drafts/edited-values.ts';
import { requireFreeSlug } from '../drafts/guide-slugs.ts';
import { tellProposer } from '../drafts/proposals.ts';
import { deleteDraft } from '../drafts/write-draft.ts';
import { createTags, resolveTags } from '../structure/typed-tags.ts';

const leaveSlug = sql`
  -- The former slug $3 of the guide $2 redirects, if readers have ever seen the guide.
  insert into former_slugs (knowledge_base_id, slug, guide_id)
  select $1, $3, $2
  where exists (select from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = $2)
  on conflict (knowledge_base_id, slug) do update
  set guide_id = excluded.guide_id, left_at = excluded.left_at
  returning slug
`;
const publishDraftOfGuide = sql`
  -- Shows the draft of the guide $2 to readers. $3: its title without needless white space.
  update guides g
  set slug = d.slug, title = $3, content_html = d.content_html, content_bytes = d.content_bytes, published = true,
    edited = true, edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor(),
    updated_at = case
      when (g.slug, g.title, g.content_html, g.published) is distinct from (d.slug, $3, d.content_html, true) then now()
      else g.updated_at
    end
  from guide_drafts d
  where g.knowledge_base_id = $1 and g.id = $2 and d.knowledge_base_id = $1 and d.guide_id = $2
`;
const publishFilesOfDraft = sql`
  -- The images of the draft of the guide $2 become those of the guide.
  with removed as (
    delete from guide_files m
    where m.knowledge_base_id = $1
      and m.guide_id = $2
      and not exists (
        select from draft_files d where d.knowledge_base_id = $1 and d.guide_id = $2 and d.file_id = m.file_id
      )
  )
  insert into guide_files (knowledge_base_id, file_id, guide_id)
  select d.knowledge_base_id, d.file_id, d.guide_id
  from draft_files d
  where d.knowledge_base_id = $1 and d.guide_id = $2
  on conflict do nothing
`;
const setCategories = sql`
  -- The categories of the guide $2 become those among $3 that exist. It keeps its place in each, or comes last.
  with wanted as (
    select c.id
    from categories c
    where c.knowledge_base_id = $1 and c.id = any($3::bigint[])
  ), removed as (
    delete from guide_categories m
    where m.knowledge_base_id = $1 and m.guide_id = $2 and m.category_id not in (select w.id from wanted w)
  )
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
  select $1, w.id, $2, 1 + coalesce((
    select max(m.position) from guide_categories m where m.knowledge_base_id = $1 and m.category_id = w.id
  ), 0)
  from wanted w
  on conflict do nothing
`;
const setTags = sql`
  -- The tags of the guide $2 become those with the slugs $3.
  with wanted as (
    select t.id
    from tags t
    where t.knowledge_base_id = $1 and t.slug = any($3::text[])
  ), removed as (
    delete from guide_tags m
    where m.knowledge_base_id = $1 and m.guide_id = $2 and m.tag_id not in (select w.id from wanted w)
  )
  insert into guide_tags (knowledge_base_id, tag_id, guide_id)
  select $1, w.id, $2
  from wanted w
  on conflict do nothing
`;

/**
 * Publishes a draft, within a change of the knowledge base. A former slug of a guide that readers knew redirects.
 * @returns that slug
 * @throws AppError `invalid` or `conflict` with the field
 */
export async function applyDraft(draft: OpenDraft, actor: Actor): Promise<{ former?: string }> {
  const { transaction, knowledgeBase, copy } = draft;
  const [knowledgeBaseId, guideId] = [knowledgeBase.id, copy.id];
  const title = requireTitle(copy.title);
  let left: { slug: string } | null = null;
  if (copy.slug !== copy.published_slug) {
    await requireFreeSlug(transaction, { knowledgeBaseId, slug: copy.slug, id: guideId });
    left = await transaction.oneOrNone<{ slug: string }>(
      leaveSlug([knowledgeBaseId, guideId, copy.published_slug]),
    );
  }
  await transaction.none(publishDraftOfGuide([knowledgeBaseId, guideId, title]));
  await transaction.none(publishFilesOfDraft([knowledgeBaseId, guideId]));
  // The main language has them for all.
  if (!isEdition(knowledgeBase)) {
    await transaction.none(setCategories([knowledgeBaseId, guideId, copy.category_ids]));
    await setTagsByName(draft, copy.tag_names);
  }
  await tellProposer(transaction, { knowledgeBaseId, guideId }, { kind: 'published', actor });
  await transaction.none(deleteDraft([knowledgeBaseId, guideId]));
  return left ? { former: left.slug } : {};
}

async function setTagsByName(
  { transaction, knowledgeBase, copy }: OpenDraft,
  names: readonly string[],
): Promise<void> {
  const tags = await resolveTags(transaction, knowledgeBase.id, names);
  await transaction.none(createTags([knowledgeBase.id, JSON.stringify(tags)]));
  await transaction.none(setTags([knowledgeBase.id, copy.id, tags.map(({ slug }) => slug)]));
}
