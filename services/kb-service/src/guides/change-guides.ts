import { type Executor, fromDatabaseError, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../files/files.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
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

const deleteById = preparedStatement(new URL('./sql/delete-guides.sql', import.meta.url));
const rename = preparedStatement(new URL('./sql/rename-guide.sql', import.meta.url));

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
