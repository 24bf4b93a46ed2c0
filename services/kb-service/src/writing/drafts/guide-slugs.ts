import { type Executor, fromDatabaseError, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { findGuideId, giveSlug } from '../../content/former-slugs.ts';
import type { Actor } from '../../model/permissions.ts';
import { parseSlug } from '../../model/slug.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';

export interface Renaming {
  host: string;
  slug: string;
  newSlug: string;
}

/** Room for a number after a slug that is taken. */
const LONGEST_STEM = 190;

const findFreeSlug = sql`
  -- The slug $2, or with the lowest number after it that makes it free. The guide $3 may have it.
  with taken as (
    select g.slug
    from guides g
    where g.knowledge_base_id = $1 and g.id <> $3 and starts_with(g.slug, $2)
    union
    select d.slug
    from guide_drafts d
    where d.knowledge_base_id = $1 and d.guide_id <> $3 and starts_with(d.slug, $2)
  )
  select case n when 1 then $2 else $2 || '-' || n end as slug
  from generate_series(1, 1 + (select count(*) from taken)) n
  where not exists (select from taken t where t.slug = case n when 1 then $2 else $2 || '-' || n end)
  order by n
  limit 1
`;
const findOtherGuide = sql`
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $2 and g.id <> $3
`;

/** A slug, with a number if other guides or drafts have it. @param guide `id` may have the slug */
export async function findNumberedSlug(
  transaction: Executor,
  { knowledgeBaseId, slug, id = 0 }: { knowledgeBaseId: number; slug: string; id?: number },
): Promise<string> {
  const stem = parseSlug(slug.slice(0, LONGEST_STEM).replace(/-$/, '')) ?? slug;
  const free = await transaction.one<{ slug: string }>(findFreeSlug([knowledgeBaseId, stem, id]));
  return free.slug;
}

/** @param guide `id` may have the slug @throws AppError `conflict` with the field `slug` */
export async function requireFreeSlug(
  transaction: Executor,
  { knowledgeBaseId, slug, id = 0 }: { knowledgeBaseId: number; slug: string; id?: number },
): Promise<void> {
  if (await transaction.oneOrNone(findOtherGuide([knowledgeBaseId, slug, id]))) throw slugTaken(slug);
}

/**
 * Changes the slug of a guide; the former slug redirects until another guide takes it.
 * @returns whether the slug changed
 * @throws AppError `not-found`, or `conflict` if another guide has the new slug
 */
export async function renameGuide(
  database: Executor,
  actor: Actor,
  { host, slug, newSlug }: Renaming,
): Promise<boolean> {
  try {
    const change = { host, actor, action: 'guide rename' } as const;
    return await changeKnowledgeBase(database, change, async (transaction, { id }) => {
      const guideId = await findGuideId(transaction, { knowledgeBaseId: id, slug });
      if (slug === newSlug) return { changed: false, result: false };
      await giveSlug(transaction, { knowledgeBaseId: id, guideId, slug, newSlug });
      const audit = { guideId, subject: newSlug, details: { former: slug } };
      return { changed: true, result: true, audit };
    });
  } catch (error) {
    throw explain(error, newSlug);
  }
}

/** The unique constraint decides when two guides are given the same slug at once. */
function explain(thrown: unknown, newSlug: string): unknown {
  const error = fromDatabaseError(thrown);
  if (!(error instanceof AppError) || error.kind !== 'conflict') return thrown;
  return slugTaken(newSlug, thrown);
}

function slugTaken(slug: string, cause?: unknown): AppError {
  const message = `A guide ${slug} already exists.`;
  return new AppError('conflict', message, { fields: { slug: [message] }, cause });
}
