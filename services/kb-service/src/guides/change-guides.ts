import { type Database, type Executor, fromDatabaseError, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../files/files.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { noSuchGuide } from './former-slugs.ts';

export interface NamedGuides {
  host: string;
  slugs: readonly string[];
}

export interface DeletedGuides {
  slugs: string[];
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
 * Publishes or unpublishes guides; changes nothing if one of them does not exist.
 * @returns the slugs of the guides that changed
 * @throws AppError `not-found` with every unknown slug
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
 * Deletes guides with their votes, former slugs and images; changes nothing if one of them does not exist.
 * @throws AppError `not-found` with every unknown slug
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
 * Changes the slug of a guide; the former slug redirects until another guide takes it.
 * @returns whether the slug changed
 * @throws AppError `not-found`, or `conflict` if another guide has the new slug
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

/** The unique constraint decides when two guides are given the same slug at once. */
function explain(thrown: unknown, newSlug: string): unknown {
  const error = fromDatabaseError(thrown);
  if (!(error instanceof AppError) || error.kind !== 'conflict') return thrown;
  return new AppError('conflict', `A guide ${newSlug} already exists.`, { cause: thrown });
}
