import { type ContentReader, sql } from '@guidepost/postgres';
import { isEdition, type ReadLanguage } from '../model/knowledge-base.ts';
import { inLanguages } from './guide-records.ts';

export interface OutlinedCategory {
  id: number;
  slug: string;
  name: string;
  description: string;
}

export interface OutlinedGuide {
  slug: string;
  title: string;
  summary: string | null;
  content_digest: string;
  /** The first characters of its HTML. */
  beginning: string;
  updated_at: Date;
  /** The first of its visible categories; null if it has none. */
  category_id: number | null;
}

/** Visible categories in the order of their tree. */
const TREE = sql.part`tree as (
  select c.id, c.slug, c.name, c.description, array[c.position::numeric, c.id::numeric] as place
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is null and c.visible
  union all
  select c.id, c.slug, c.name, c.description, t.place || array[c.position::numeric, c.id::numeric]
  from tree t
  join categories c on c.knowledge_base_id = $1 and c.parent_category_id = t.id and c.visible
)`;

const listCategories = sql`
  with recursive ${TREE}
  select t.id, t.slug, t.name, t.description
  from tree t
  order by t.place
`;

const listGuides = inLanguages(
  ({ name }) => sql`
  -- Up to $2 published guides by their first category, in its order, then those without one; $3 characters of each.
  with recursive ${TREE}
  select g.slug, g.title, g.summary, g.content_digest, left(g.content_html, $3) as beginning, g.updated_at,
    first.category_id
  from ${name} g
  left join lateral (
    select m.category_id, m.position, t.place
    from guide_categories m
    join tree t on t.id = m.category_id
    where m.knowledge_base_id = $1 and m.guide_id = g.id
    order by t.place
    limit 1
  ) first on true
  where g.knowledge_base_id = $1 and g.published
  order by first.place nulls last, first.position, g.id
  limit $2
`,
);

const sizeOfGuides = inLanguages(
  ({ name }) => sql`
  select coalesce(sum(g.content_bytes), 0)::bigint as bytes
  from ${name} g
  where g.knowledge_base_id = $1 and g.published
`,
);

const readGuides = inLanguages(
  ({ name, record }) => sql`
  select ${record}, g.updated_at, g.content_html
  from unnest($2::text[]) with ordinality as wanted (slug, place)
  join ${name} g on g.knowledge_base_id = $1 and g.slug = wanted.slug and g.published
  order by wanted.place
`,
);

export interface WholeGuide {
  id: number;
  slug: string;
  title: string;
  updated_at: Date;
  content_html: string;
  content_digest: string;
  /** The id of the language of the text, where another one may stand in. */
  shown_from?: number;
}

/** The visible categories of a knowledge base, each after the one above it. */
export function outlineCategories(
  reader: ContentReader,
  knowledgeBaseId: number,
): Promise<OutlinedCategory[]> {
  return reader.any(listCategories([knowledgeBaseId]));
}

/** Guides that readers of a language see, each once, by the order of categories. */
export function outlineGuides(
  reader: ContentReader,
  knowledgeBase: ReadLanguage,
  { limit, characters }: { limit: number; characters: number },
): Promise<OutlinedGuide[]> {
  return reader.any(listGuides(isEdition(knowledgeBase))([knowledgeBase.id, limit, characters]));
}

/** The bytes of HTML of these guides. */
export async function sizeOfPublished(reader: ContentReader, knowledgeBase: ReadLanguage): Promise<number> {
  const bound = sizeOfGuides(isEdition(knowledgeBase))([knowledgeBase.id]);
  const { bytes } = await reader.one<{ bytes: number }>(bound);
  return bytes;
}

/** Guides with their content, in the order of their slugs. */
export function readWholeGuides(
  reader: ContentReader,
  knowledgeBase: ReadLanguage,
  slugs: readonly string[],
): Promise<WholeGuide[]> {
  return reader.any(readGuides(isEdition(knowledgeBase))([knowledgeBase.id, slugs]));
}
