import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId, parseId } from '@guidepost/service-kit';

/** A guide that has been deleted and can be restored. */
export interface DeletedGuide {
  id: number;
  slug: string;
  title: string;
  /** Whether readers saw it. */
  published: boolean;
  deleted_by: string;
  deleted_at: Date;
  /** When it is deleted permanently. */
  expires_at: Date;
}

const DELETED = sql.part`d.guide_id as id, d.slug, d.title, d.published, d.deleted_by, d.deleted_at,
    d.deleted_at + interval '30 days' as expires_at`;

const list = sql`
  -- Deleted guides, the latest first. $2 limit, $3 start.
  select ${DELETED}
  from deleted_guides d
  where d.knowledge_base_id = $1
  order by d.deleted_at desc, d.guide_id desc
  limit $2 offset $3
`;
const count = sql`
  select count(*) as total
  from deleted_guides d
  where d.knowledge_base_id = $1
`;
const findById = sql`
  select ${DELETED}
  from deleted_guides d
  where d.knowledge_base_id = $1 and d.guide_id = $2
`;

/** The deleted guides of a knowledge base, the latest first, with the total. */
export async function listDeleted(
  executor: Executor,
  { knowledgeBaseId, start, limit }: { knowledgeBaseId: number; start: number; limit: number | null },
): Promise<{ total: number; guides: DeletedGuide[] }> {
  const { total } = await executor.one<{ total: number }>(count([knowledgeBaseId]));
  return { total, guides: await executor.any<DeletedGuide>(list([knowledgeBaseId, limit, start])) };
}

/** A deleted guide by its ID; null if there is none, also because it has been restored or deleted permanently. */
export function findDeleted(
  executor: Executor,
  { knowledgeBaseId, guideId }: { knowledgeBaseId: number; guideId: number },
): Promise<DeletedGuide | null> {
  return isStoredId(guideId)
    ? executor.oneOrNone<DeletedGuide>(findById([knowledgeBaseId, guideId]))
    : Promise.resolve(null);
}

/** Deleted guides by ID, or by slug, else by an ID as text. */
export type DeletedNames = { ids: readonly number[] } | { references: readonly string[] };

const lockByReference = sql`
  -- The deleted guides that $2 names: by slug the latest one, else by the ID at the same place of $3.
  select d.guide_id as id, d.slug
  from deleted_guides d
  where d.knowledge_base_id = $1
    and d.guide_id in (
      select coalesce(
        (
          select s.guide_id
          from deleted_guides s
          where s.knowledge_base_id = $1 and s.slug = named.slug
          order by s.deleted_at desc, s.guide_id desc
          limit 1
        ),
        named.id
      )
      from unnest($2::text[], $3::bigint[]) as named (slug, id)
    )
  order by d.guide_id
  for update
`;

/** Locks the deleted guides that a change names. @throws AppError `not-found` with each that there is not */
export async function lockDeleted(
  transaction: Executor,
  knowledgeBaseId: number,
  names: DeletedNames,
): Promise<{ id: number; slug: string }[]> {
  const references = 'ids' in names ? names.ids.map(String) : names.references;
  const slugs = 'ids' in names ? names.ids.map(() => null) : references;
  const ids = references.map((reference) => parseId(reference) ?? null);
  const found = await transaction.any<{ id: number; slug: string }>(
    lockByReference([knowledgeBaseId, slugs, ids]),
  );
  const known = new Set(
    found.flatMap(({ id, slug }) => ('ids' in names ? [String(id)] : [slug, String(id)])),
  );
  const unknown = references.filter((reference) => !known.has(reference));
  if (unknown.length === 0) return found;
  throw new AppError('not-found', `There is no deleted guide ${unknown.join(', ')}. Nothing was changed.`);
}
