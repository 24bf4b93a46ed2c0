import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';

/** Guides by slug, or by ID. */
export type GuideNames = { slugs: readonly string[] } | { ids: readonly number[]; shown?: ShownGuides };

/** The guides that a page showed before a person chose from it (S54). */
export interface ShownGuides {
  /** By ID. */
  revisions: ReadonlyMap<number, number>;
  /** Gets the titles of the guides that have changed since, which are left out. */
  leftOut: Map<number, string>;
}

export interface NamedGuide {
  id: number;
  slug: string;
  title: string;
  published: boolean;
  has_draft: boolean;
  revision: number;
}

const lock = sql`
  -- Guides by slug ($2) or ID ($3), in the order of their IDs. The next statement reads them, after waiting.
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and (g.slug = any($2::text[]) or g.id = any($3::bigint[]))
  order by g.id
  for no key update
`;
const find = sql`
  -- Guides by slug ($2) or ID ($3), in the order of their IDs; none that is not translated.
  select g.id, g.slug, g.title, g.published, g.edit_revision as revision, d.guide_id is not null as has_draft
  from guides g
  left join guide_drafts d on d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id
  where g.knowledge_base_id = $1 and (g.slug = any($2::text[]) or g.id = any($3::bigint[]))
    and (d.guide_id is not null or not g.missing)
  order by g.id
`;

/**
 * Locks guides that a change names, and leaves out those that have changed since they were shown. @throws AppError
 * `not-found` with each one that does not exist
 */
export async function findNamedGuides(
  transaction: Executor,
  knowledgeBaseId: number,
  names: GuideNames,
): Promise<NamedGuide[]> {
  const [slugs, ids] = 'slugs' in names ? [names.slugs, []] : [[], names.ids];
  const values = [knowledgeBaseId, slugs, ids.filter(isStoredId)];
  await transaction.any(lock(values));
  const guides = await transaction.any<NamedGuide>(find(values));
  const known = new Set<string | number>(guides.flatMap(({ id, slug }) => [id, slug]));
  const unknown = [...slugs, ...ids].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new AppError('not-found', `There is no guide ${unknown.join(', ')}. Nothing was changed.`);
  return 'shown' in names && names.shown ? asShown(guides, names.shown) : guides;
}

function asShown(guides: readonly NamedGuide[], { revisions, leftOut }: ShownGuides): NamedGuide[] {
  const isChanged = ({ id, revision }: NamedGuide) => revision !== (revisions.get(id) ?? revision);
  for (const guide of guides.filter(isChanged)) leftOut.set(guide.id, guide.title);
  return guides.filter((guide) => !isChanged(guide));
}

const list = sql`
  select g.id, g.slug
  from guides g
  where g.knowledge_base_id = $1
    and g.id = any($2::bigint[])
    and not exists (select from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = g.id)
  order by g.id
`;

/** Those of these guides that readers have never seen. */
export function listNeverPublished(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<{ id: number; slug: string }[]> {
  return executor.any(list([knowledgeBaseId, ids]));
}
