// Titles and times of deleted guides, which are no content any more (docs/decisions/0074-deleted-posts.md).

import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';

const findGone = sql`
  -- The latest deleted guide that readers saw at the slug $2, at one of the old addresses $3 or by its ID $4.
  select d.title
  from deleted_guides d
  where d.knowledge_base_id = $1 and d.published
    and (
      d.slug = $2 or d.guide_id = $4
      or d.guide_id in (
        select r.guide_id
        from deleted_guide_rows r
        where r.knowledge_base_id = $1 and r.kind = 'former_slugs' and r.stored ->> 'slug' = $2
        union all
        select r.guide_id
        from deleted_guide_rows r
        where r.knowledge_base_id = $1 and r.kind = 'addresses' and r.stored ->> 'address' = any($3::text[])
      )
    )
  order by d.deleted_at desc, d.guide_id desc
  limit 1
`;

/** The title of the guide that readers saw at a slug, an ID or an old address until it was deleted. */
export async function findGoneGuide(
  executor: ContentReader,
  {
    knowledgeBaseId,
    slug,
    addresses,
  }: { knowledgeBaseId: number; slug: string | undefined; addresses: readonly string[] },
): Promise<string | undefined> {
  const found = await executor.oneOrNone<{ title: string }>(
    findGone([knowledgeBaseId, slug ?? null, addresses, parseId(slug ?? '') ?? null]),
  );
  return found?.title;
}

const listImported = sql`
  -- Guides that imports made and someone deleted, with all slugs that they had.
  select d.slug, d.external
  from deleted_guides d
  where d.knowledge_base_id = $1 and d.imported
  union all
  select r.stored ->> 'slug', d.external
  from deleted_guide_rows r
  join deleted_guides d on d.knowledge_base_id = r.knowledge_base_id and d.guide_id = r.guide_id and d.imported
  where r.knowledge_base_id = $1 and r.kind = 'former_slugs'
`;

/** The deleted guides that imports have made: their slugs, also former ones, and what they are in other systems. */
export async function listDeletedImports(
  executor: Executor,
  knowledgeBaseId: number,
): Promise<{ slugs: ReadonlySet<string>; externals: ReadonlySet<string> }> {
  const rows = await executor.any<{ slug: string; external: string | null }>(listImported([knowledgeBaseId]));
  return {
    slugs: new Set(rows.map(({ slug }) => slug)),
    externals: new Set(rows.flatMap(({ external }) => external ?? [])),
  };
}
