import { type Executor, sql } from '@guidepost/postgres';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import type { ImportSummary } from '../import-summary.ts';

interface PublicationCheck {
  transaction: Executor;
  knowledgeBase: { id: number };
  source: Pick<ImportSource, 'guides'>;
}

const listPublication = sql`
  -- Which of the guides $2 are published, and which of the guides $3 are not.
  select g.slug, g.published
  from guides g
  where g.knowledge_base_id = $1
    and ((g.slug = any($2::text[]) and g.published) or (g.slug = any($3::text[]) and not g.published))
  order by g.slug
`;

/** Which guides readers do not see, or see although the source says otherwise. */
export async function describePublication({
  transaction,
  knowledgeBase,
  source,
}: PublicationCheck): Promise<
  Pick<ImportSummary, 'notPublic' | 'restricted' | 'stillPublic' | 'stayUnpublished'>
> {
  const hidden = source.guides.filter((guide) => guide.hidden !== undefined);
  const others = source.guides.filter((guide) => guide.hidden === undefined);
  const values = [knowledgeBase.id, hidden.map(({ slug }) => slug), others.map(({ slug }) => slug)];
  const rows = await transaction.any<{ slug: string; published: boolean }>(listPublication(values));
  const published = new Set(rows.filter((row) => row.published).map(({ slug }) => slug));
  const describe = ({ place, hidden: reason }: SourceGuide) => `${place}: ${reason}`;
  return {
    notPublic: hidden.filter(({ slug }) => !published.has(slug)).map(describe),
    restricted: hidden.filter(({ isRestricted }) => isRestricted).map(describe),
    stillPublic: hidden.filter(({ slug }) => published.has(slug)).map(describe),
    stayUnpublished: rows.filter((row) => !row.published).map(({ slug }) => slug),
  };
}
