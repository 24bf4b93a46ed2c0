import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';
import type { Rename } from '../import-summary.ts';

const findRenamedGuides = preparedStatement(new URL('./sql/find-renamed-guides.sql', import.meta.url));

/**
 * Gives the source's guides the slugs that they have been given here since: without it, a source that knows nothing
 * of a rename would bring the guide in a second time and take the old slug away from it.
 */
export async function followRenames(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<{ source: ImportSource; renames: Rename[] }> {
  const slugs = source.guides.map(({ slug }) => slug);
  const renames = await transaction.any<Rename>(findRenamedGuides([knowledgeBaseId, slugs]));
  const present = new Map(renames.map(({ former, slug }) => [former, slug]));
  const guides = source.guides.map((guide) => ({ ...guide, slug: present.get(guide.slug) ?? guide.slug }));
  return { source: { ...source, guides }, renames };
}
