import { type Database, type Executor, fromDatabaseError, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../files/files.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { noSuchGuide } from './former-slugs.ts';

/** Guides of a knowledge base. */
export interface NamedGuides {
  host: string;
  slugs: readonly string[];
}

export interface DeletedGuides {
  /** In the order in which they were named. */
  slugs: string[];
  /** How many images were deleted, since no other guide shows them. */
  images: number;
}

export interface Renaming {
  host: string;
  slug: string;
  newSlug: string;
}

const findUnknownSlugs = preparedStatement(new URL('./sql/find-unknown-slugs.sql', import.meta.url));
const setPublished = preparedStatement(new URL('./sql/set-published.sql', import.meta.url));
const deleteBySlug = preparedStatement(new URL('./sql/delete-guides.sql', import.meta.url));
const rename = preparedStatement(new URL('./sql/rename-guide.sql', import.meta.url));

/**
 * Publishes guides or, with `published` false, hides them: all of them or, when one does not exist, none.
 *
 * @returns the slugs of those that were not so before
 * @throws AppError `not-found` naming every unknown slug
 */
export function publishGuides(
  database: Database,
  { host, slugs, published }: NamedGuides & { published: boolean },
): Promise<string[]> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    await requireGuides(transaction, id, slugs);
    const changed = await transaction.any<{ slug: string }>(setPublished([id, slugs, published]));
    return { changed: changed.length > 0, result: changed.map(({ slug }) => slug) };
  });
}

/**
 * Deletes guides with their votes, their former slugs and the images that only they show: all of them or, when one does
 * not exist, none.
 *
 * @throws AppError `not-found` naming every unknown slug
 */
export function deleteGuides(database: Database, { host, slugs }: NamedGuides): Promise<DeletedGuides> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    await requireGuides(transaction, id, slugs);
    await transaction.none(deleteBySlug([id, slugs]));
    const images = await deleteUnusedFiles(transaction, id);
    return { changed: true, result: { slugs: [...new Set(slugs)], images: images.length } };
  });
}

/**
 * Gives a guide another slug; its former one leads to it until another guide takes it.
 *
 * @returns whether its slug is another one now
 * @throws AppError `not-found` for a guide that does not exist, `conflict` for a slug that another guide has
 */
export async function renameGuide(database: Database, { host, slug, newSlug }: Renaming): Promise<boolean> {
  try {
    return await changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
      const unknown = await transaction.any(findUnknownSlugs([id, [slug]]));
      if (unknown.length > 0) throw await noSuchGuide(transaction, { knowledgeBaseId: id, slug });
      const changed = slug !== newSlug;
      if (changed) await transaction.one(rename([id, slug, newSlug]));
      return { changed, result: changed };
    });
  } catch (error) {
    throw explain(error, newSlug);
  }
}

async function requireGuides(
  transaction: Executor,
  knowledgeBaseId: number,
  slugs: readonly string[],
): Promise<void> {
  const unknown = await transaction.any<{ slug: string }>(findUnknownSlugs([knowledgeBaseId, slugs]));
  if (unknown.length === 0) return;
  const names = unknown.map(({ slug }) => slug).join(', ');
  throw new AppError('not-found', `There is no guide ${names}. Nothing was changed.`);
}

/** The constraint judges, so that two guides that are to get the same slug at once cannot both have it. */
function explain(thrown: unknown, newSlug: string): unknown {
  const error = fromDatabaseError(thrown);
  if (!(error instanceof AppError) || error.kind !== 'conflict') return thrown;
  return new AppError('conflict', `There is a guide ${newSlug} already.`, { cause: thrown });
}
