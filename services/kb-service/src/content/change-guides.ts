import { type Executor, fromDatabaseError, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../files/files.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { findNamedGuides, type GuideNames } from './find-named-guides.ts';
import { findGuideId } from './former-slugs.ts';

export interface DeletedGuides {
  slugs: string[];
  images: number;
}

export interface Renaming {
  host: string;
  slug: string;
  newSlug: string;
}

const deleteById = sql`
  -- Memberships, votes, former slugs, drafts, versions and file uses are deleted by cascade.
  delete from guides g
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;
const rename = sql`
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

/**
 * Deletes guides with their votes, former slugs, versions and images; changes nothing if one of them does not exist.
 * @throws AppError `not-found` with every unknown guide
 */
export function deleteGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: GuideNames & { host: string },
): Promise<DeletedGuides> {
  const change = { host, actor, action: 'guide delete' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const guides = await findNamedGuides(transaction, id, names);
    await transaction.none(deleteById([id, guides.map((guide) => guide.id)]));
    const images = await deleteUnusedFiles(transaction, id);
    const result = { slugs: guides.map(({ slug }) => slug), images: images.length };
    const audit = guides.map((guide) => ({ guideId: guide.id, subject: guide.slug }));
    return { changed: true, result, audit };
  });
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
  await transaction.one(rename([knowledgeBaseId, guideId, slug, newSlug]));
}

/** The unique constraint decides when two guides are given the same slug at once. */
function explain(thrown: unknown, newSlug: string): unknown {
  const error = fromDatabaseError(thrown);
  if (!(error instanceof AppError) || error.kind !== 'conflict') return thrown;
  return slugTaken(newSlug, thrown);
}

export function slugTaken(slug: string, cause?: unknown): AppError {
  const message = `A guide ${slug} already exists.`;
  return new AppError('conflict', message, { fields: { slug: [message] }, cause });
}
