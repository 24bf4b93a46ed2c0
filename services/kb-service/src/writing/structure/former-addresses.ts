import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { readAddress } from '../../addresses/address.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';

/** A slug that leads to the guide that had it. */
export interface FormerAddress {
  slug: string;
  guide_id: number;
  present_slug: string;
  title: string;
  published: boolean;
  left_at: Date;
}

const listFormerSlugs = sql`
  -- Slugs that lead to guides that had them, newest first; those of the guide $2 unless that is null.
  select f.slug, f.guide_id, g.slug as present_slug, g.title, g.published, f.left_at
  from former_slugs f
  join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
  where f.knowledge_base_id = $1
    and ($2::bigint is null or f.guide_id = $2)
    and not exists (select from guides o where o.knowledge_base_id = f.knowledge_base_id and o.slug = f.slug)
  order by f.left_at desc, f.slug
`;
const keepPath = sql`
  insert into addresses (knowledge_base_id, address, category_id, tag_id, made_by, made_with)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (knowledge_base_id, address) do update
  set category_id = excluded.category_id, tag_id = excluded.tag_id, made_by = excluded.made_by,
    made_with = excluded.made_with, guide_id = null, file_id = null, page = null, url = null, fragment = null
`;
const moveAddresses = sql`
  -- Old addresses of the category $2 or the tag $3 lead to the category $4 or the tag $5.
  update addresses a
  set category_id = $4, tag_id = $5
  where a.knowledge_base_id = $1 and (a.category_id = $2 or a.tag_id = $3)
`;
const removeFormerSlug = sql`
  delete from former_slugs f
  where f.knowledge_base_id = $1 and f.slug = $2
  returning f.guide_id
`;

/** Former addresses of all guides or of one, newest first. @throws AppError `not-found` */
export async function listFormerAddresses(
  executor: Executor,
  { host, guideId }: { host: string; guideId?: number | undefined },
): Promise<FormerAddress[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  if (guideId !== undefined && !isStoredId(guideId)) return [];
  return executor.any<FormerAddress>(listFormerSlugs([id, guideId ?? null]));
}

/** Removes a former address, which then leads nowhere. @throws AppError `not-found` */
export function forgetAddress(
  database: Executor,
  actor: Actor,
  { host, slug }: { host: string; slug: string },
): Promise<void> {
  const attribution = { host, actor, action: 'guide forget' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id }) => {
    const removed = await transaction.oneOrNone<{ guide_id: number }>(removeFormerSlug([id, slug]));
    if (!removed) throw new AppError('not-found', `${slug} is not a former address.`);
    return { changed: true, result: undefined, audit: { guideId: removed.guide_id, subject: slug } };
  });
}

export type Collection = 'categories' | 'tags';

interface Moved {
  knowledgeBaseId: number;
  /** The one that has been renamed, merged or emptied, under its former slug. */
  from: { id: number; slug: string };
  /** Where its readers go: the ID of the same one, or of another. */
  to: number;
}

/** Has the former path of a category or a tag lead on, and what led to it as well. */
export async function leadOn(
  transaction: Executor,
  { actor, collection }: { actor: Actor; collection: Collection },
  { knowledgeBaseId, from, to }: Moved,
): Promise<void> {
  const columns = (id: number) => (collection === 'categories' ? [id, null] : [null, id]);
  if (from.id !== to)
    await transaction.none(moveAddresses([knowledgeBaseId, ...columns(from.id), ...columns(to)]));
  const path = readAddress(`/${collection}/${encodeURIComponent(from.slug)}`);
  await transaction.none(keepPath([knowledgeBaseId, path, ...columns(to), actor.name, actor.door]));
}
