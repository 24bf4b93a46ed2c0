import { type Database, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';

export interface Publication {
  host: string;
  slugs: string[];
  /** Whether clients shall see the guides. */
  published: boolean;
}

const findUnknownSlugs = preparedStatement(new URL('./sql/find-unknown-slugs.sql', import.meta.url));
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
    const unknown = await transaction.any<{ slug: string }>(findUnknownSlugs([id, slugs]));
    if (unknown.length > 0) {
      const names = unknown.map(({ slug }) => slug).join(', ');
      throw new AppError('not-found', `There is no guide ${names}. Nothing was changed.`);
    }
    const changed = await transaction.any<{ slug: string }>(setPublished([id, slugs, published]));
    return { changed: changed.length > 0, result: changed.map(({ slug }) => slug) };
  });
}
