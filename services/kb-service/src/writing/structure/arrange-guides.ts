import { type Executor, sql } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames, type NamedGuide } from '../../content/find-named-guides.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { findCategory } from './find-categories.ts';
import type { Reference } from './names-and-slugs.ts';
import { createTags, resolveTags } from './typed-tags.ts';

export type GuideMove = GuideNames & {
  host: string;
  to: Reference;
  /** The category that they leave; without it all. */
  from?: Reference | undefined;
};

export type GuideTagging = GuideNames & {
  host: string;
  /** Names; tags that do not exist are created. */
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
};

const leaveCategories = sql`
  -- The guides $2 leave the category $3, or all but $4 if that is null.
  delete from guide_categories m
  where m.knowledge_base_id = $1
    and m.guide_id = any($2::bigint[])
    and m.category_id = coalesce($3::bigint, m.category_id)
    and m.category_id <> $4
`;
const enterCategory = sql`
  -- The guides $2 come last in the category $3, in this order, unless they are there.
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
  select $1, $3, n.id, n.place + coalesce((
    select max(m.position) from guide_categories m where m.knowledge_base_id = $1 and m.category_id = $3
  ), 0)
  from unnest($2::bigint[]) with ordinality as n (id, place)
  on conflict (knowledge_base_id, category_id, guide_id) do nothing
`;
const moveDrafts = sql`
  -- Drafts of the guides $2 follow: from the category $3, or from all if that is null, to $4.
  update guide_drafts d
  set category_ids = case
    when $3::bigint is null then array[$4::bigint]
    else array_remove(array_remove(d.category_ids, $3::bigint), $4::bigint) || $4::bigint
  end
  where d.knowledge_base_id = $1 and d.guide_id = any($2::bigint[])
`;
const addTags = sql`
  -- The guides $2 have the tags with the slugs $3.
  insert into guide_tags (knowledge_base_id, tag_id, guide_id)
  select $1, t.id, n.id
  from unnest($2::bigint[]) as n (id)
  cross join tags t
  where t.knowledge_base_id = $1 and t.slug = any($3::text[])
  on conflict do nothing
`;
const removeTags = sql`
  -- The guides $2 do not have the tags with the slugs $3.
  delete from guide_tags m
  using tags t
  where m.knowledge_base_id = $1
    and m.guide_id = any($2::bigint[])
    and t.knowledge_base_id = $1
    and t.id = m.tag_id
    and t.slug = any($3::text[])
`;
const tagDrafts = sql`
  -- Drafts of the guides $2 follow: with the tags named $3, without those named $4.
  update guide_drafts d
  set tag_names = array(
    select n.name
    from unnest(d.tag_names || array(select a.name from unnest($3::text[]) as a (name) where a.name <> all(d.tag_names)))
      with ordinality as n (name, place)
    where n.name <> all($4::text[])
    order by n.place
  )
  where d.knowledge_base_id = $1 and d.guide_id = any($2::bigint[])
`;
const markEdited = sql`
  update guides g
  set edited = true, edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;

/**
 * Moves guides and their drafts to a category, as the last ones, all or none.
 * @returns their slugs
 * @throws AppError `not-found`
 */
export function moveGuides(
  database: Executor,
  actor: Actor,
  { host, to, from, ...names }: GuideMove,
): Promise<string[]> {
  const change = { host, actor, action: 'guide move' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const target = await findCategory(transaction, knowledgeBaseId, to);
    const source = from && (await findCategory(transaction, knowledgeBaseId, from));
    const ids = guides.map(({ id }) => id);
    const left = [knowledgeBaseId, ids, source?.id ?? null, target.id];
    await transaction.none(leaveCategories(left));
    await transaction.none(enterCategory([knowledgeBaseId, ids, target.id]));
    await transaction.none(moveDrafts(left));
    await transaction.none(markEdited([knowledgeBaseId, ids]));
    return describe(guides, { to: target.slug, ...(source && { from: source.slug }) });
  });
}

/**
 * Adds tags to guides and their drafts and removes others, all or none.
 * @returns the slugs of the guides
 * @throws AppError `not-found`, or `invalid` with the field `tags`
 */
export function tagGuides(
  database: Executor,
  actor: Actor,
  { host, add = [], remove = [], ...names }: GuideTagging,
): Promise<string[]> {
  const change = { host, actor, action: 'guide tag' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const added = await resolveTags(transaction, knowledgeBaseId, add);
    const removed = await resolveTags(transaction, knowledgeBaseId, remove);
    const ids = guides.map(({ id }) => id);
    await transaction.none(createTags([knowledgeBaseId, JSON.stringify(added)]));
    await transaction.none(addTags([knowledgeBaseId, ids, added.map(({ slug }) => slug)]));
    await transaction.none(removeTags([knowledgeBaseId, ids, removed.map(({ slug }) => slug)]));
    const details = { add: added.map(({ name }) => name), remove: removed.map(({ name }) => name) };
    await transaction.none(tagDrafts([knowledgeBaseId, ids, details.add, details.remove]));
    await transaction.none(markEdited([knowledgeBaseId, ids]));
    return describe(guides, details);
  });
}

function describe(guides: readonly NamedGuide[], details: Readonly<Record<string, unknown>>) {
  return {
    changed: guides.length > 0,
    result: guides.map(({ slug }) => slug),
    audit: guides.map(({ id, slug }) => ({ guideId: id, subject: slug, details })),
  };
}
