import { type Database, preparedStatement } from '@guidepost/postgres';
import { deleteUnusedFiles } from '../files/unused-files.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { requireGuides } from './known-slugs.ts';

export interface Deletion {
  host: string;
  slugs: readonly string[];
}

export interface DeletedGuides {
  /** In the order in which they were named. */
  slugs: string[];
  /** How many images went with them, since no other guide shows them. */
  images: number;
}

const deleteBySlug = preparedStatement(new URL('./sql/delete-guides.sql', import.meta.url));

/**
 * Deletes guides with their votes, their former slugs and the images that only they show: all of them or, when one does
 * not exist, none.
 *
 * @throws AppError `not-found` naming every unknown slug
 */
export function deleteGuides(database: Database, { host, slugs }: Deletion): Promise<DeletedGuides> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    await requireGuides(transaction, id, slugs);
    await transaction.none(deleteBySlug([id, slugs]));
    const images = await deleteUnusedFiles(transaction, id);
    return { changed: true, result: { slugs: [...new Set(slugs)], images: images.length } };
  });
}
