import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';
import type { Rename } from '../import-summary.ts';

const findRenamedGuides = preparedStatement(new URL('./sql/find-renamed-guides.sql', import.meta.url));

/**
 * Gives guides of the source the slugs to which they have been renamed here. Otherwise the import would create them
 * again and take their former slugs.
 */
export async function followRenames(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<{ source: ImportSource; renames: Rename[] }> {
  const leftOutSlugs = source.leftOut.flatMap(({ slugs = [] }) => slugs);
  const slugs = [...source.guides.map(({ slug }) => slug), ...leftOutSlugs];
  const renames = await transaction.any<Rename>(findRenamedGuides([knowledgeBaseId, slugs]));
  const present = new Map(renames.map(({ former, slug }) => [former, slug]));
  const guides = source.guides.map((guide) => ({ ...guide, slug: present.get(guide.slug) ?? guide.slug }));
  const leftOut = source.leftOut.map((left) => ({
    ...left,
    slugs: left.slugs?.map((slug) => present.get(slug) ?? slug),
  }));
  return { source: { ...source, guides, leftOut }, renames };
}
