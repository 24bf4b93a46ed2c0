import { type Executor, sql } from '@guidepost/postgres';
import type { SourceGuide } from '../import-source.ts';

const listImagesElsewhere = sql`
  -- Images on other sites in the guides $2.
  select distinct g.slug, left(found.match[1], 300) as address
  from guides g
  cross join lateral regexp_matches(g.content_html, '<img [^>]*src="(https?://[^"]+)"', 'g') found (match)
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.content_html like '%src="http%'
  order by g.slug, address
`;

/** The images that guides of a source show from other sites, as `place: address`. */
export async function findImagesElsewhere(
  transaction: Executor,
  knowledgeBaseId: number,
  guides: readonly SourceGuide[],
): Promise<string[]> {
  const places = new Map(guides.map(({ slug, place }) => [slug, place]));
  const rows = await transaction.any<{ slug: string; address: string }>(
    listImagesElsewhere([knowledgeBaseId, [...places.keys()]]),
  );
  return rows.map(({ slug, address }) => `${places.get(slug)}: ${address.replaceAll('&amp;', '&')}`);
}
