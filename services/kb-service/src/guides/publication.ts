import { type Database, preparedStatement } from '@guidepost/postgres';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { requireGuides } from './known-slugs.ts';

export interface Publication {
  host: string;
  slugs: string[];
  /** Whether clients shall see the guides. */
  published: boolean;
}

const setPublished = preparedStatement(new URL('./sql/set-published.sql', import.meta.url));

/**
 * Publishes guides, or takes them back: all of them or, when one does not exist, none.
 *
 * @returns the slugs of those that were not so before
 * @throws AppError `not-found` naming every unknown slug
 */
export function publishGuides(
  database: Database,
  { host, slugs, published }: Publication,
): Promise<string[]> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    await requireGuides(transaction, id, slugs);
    const changed = await transaction.any<{ slug: string }>(setPublished([id, slugs, published]));
    return { changed: changed.length > 0, result: changed.map(({ slug }) => slug) };
  });
}
