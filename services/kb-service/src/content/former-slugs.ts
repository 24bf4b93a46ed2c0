import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

interface PresentSlug {
  slug: string;
  published: boolean;
}

const findPresent = sql`
  select g.slug, g.published
  from former_slugs f
  join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
  where f.knowledge_base_id = $1 and f.slug = $2
`;

const findId = sql`
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $2
`;

const findInAnyLanguage = sql`
  -- The guide that is published with the slug $2, or was, in one of the languages $3; in the language $1 if it is in
  -- several.
  select named.id
  from (
    select g.knowledge_base_id, g.id, 1 as rank
    from guides g
    where g.knowledge_base_id = any($3::bigint[]) and g.slug = $2 and g.published
    union all
    select g.knowledge_base_id, g.id, 2
    from former_slugs f
    join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id and g.published
    where f.knowledge_base_id = any($3::bigint[]) and f.slug = $2
  ) named
  order by named.rank, named.knowledge_base_id <> $1, array_position($3::bigint[], named.knowledge_base_id)
  limit 1
`;

/** The ID of the guide that readers of any language know by a slug, by a present one rather than a former one. */
export async function findIdInAnyLanguage(
  executor: ContentReader,
  {
    knowledgeBase: { id, languages },
    slug,
  }: { knowledgeBase: Pick<KnowledgeBase, 'id' | 'languages'>; slug: string },
): Promise<number | undefined> {
  const ids = languages.map((one) => one.id);
  return (await executor.oneOrNone<{ id: number }>(findInAnyLanguage([id, slug, ids])))?.id;
}

/** The ID of a guide, published or not. @throws AppError `not-found`, with the current slug of a renamed guide */
export async function findGuideId(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<number> {
  const found = await executor.oneOrNone<{ id: number }>(findId([knowledgeBaseId, slug]));
  if (found) return found.id;
  throw await noSuchSlug(executor, { knowledgeBaseId, slug });
}

/**
 * The guide that had this slug last, published or not. There are no chains, since each former slug belongs to a
 * guide.
 */
function findPresentSlug(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<PresentSlug | null> {
  return executor.oneOrNone<PresentSlug>(findPresent([knowledgeBaseId, slug]));
}

/** The current slug of a published guide by a former one. Only for slugs that no published guide has. */
export async function findRenamedGuide(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<string | undefined> {
  const found = await findPresentSlug(executor, { knowledgeBaseId, slug });
  return found?.published ? found.slug : undefined;
}

/** The error for an unknown slug; it names the current slug of a renamed guide. */
export async function noSuchSlug(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<AppError> {
  const present = await findPresentSlug(executor, { knowledgeBaseId, slug });
  const hint = present ? `; it has been renamed to ${present.slug}` : '';
  return new AppError('not-found', `There is no guide ${slug}${hint}.`);
}

const renameAndRedirect = sql`
  -- Renames the guide $2, which has the slug $3, to $4. A former slug belongs to the guide that had it last.
  with renamed as (
    update guides g
    set slug = $4, updated_at = now(),
      edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
    where g.knowledge_base_id = $1 and g.id = $2
    returning g.id
  ), drafted as (
    -- A draft that does not change the slug keeps it so.
    update guide_drafts d
    set slug = $4
    where d.knowledge_base_id = $1 and d.guide_id = $2 and d.slug = $3
  )
  insert into former_slugs (knowledge_base_id, slug, guide_id)
  select $1, $3, r.id
  from renamed r
  on conflict (knowledge_base_id, slug) do update
  set guide_id = excluded.guide_id, left_at = excluded.left_at
  returning guide_id as id
`;

/** Changes the slug of a guide within a change; the former slug redirects. */
export async function giveSlug(
  transaction: Executor,
  {
    knowledgeBaseId,
    guideId,
    slug,
    newSlug,
  }: { knowledgeBaseId: number; guideId: number; slug: string; newSlug: string },
): Promise<void> {
  await transaction.one(renameAndRedirect([knowledgeBaseId, guideId, slug, newSlug]));
}
