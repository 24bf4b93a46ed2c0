import { type ContentReader, sql } from '@guidepost/postgres';

export type PlacedKind = 'guides' | 'categories' | 'tags';

/** Where readers of a language find a guide, a category or a tag. */
export interface PlaceInLanguage {
  /** The id of the language. */
  knowledge_base_id: number;
  slug: string;
  /** Whether it has a text of its own there; if not, another language stands in. */
  has_text: boolean;
}

const LIST = {
  guides: sql`
    -- The guide $2 in those of the languages $1 whose readers see it.
    select g.knowledge_base_id, g.slug, g.published as has_text
    from guides g
    where g.knowledge_base_id = any($1::bigint[]) and g.id = $2 and (g.published or g.shown_from is not null)
  `,
  categories: sql`
    select c.knowledge_base_id, c.slug, true as has_text
    from categories c
    where c.knowledge_base_id = any($1::bigint[]) and c.id = $2 and c.visible
  `,
  tags: sql`
    select t.knowledge_base_id, t.slug, true as has_text
    from tags t
    where t.knowledge_base_id = any($1::bigint[]) and t.id = $2 and t.visible
  `,
};

/** A guide, a category or a tag in each of these languages whose readers see it. */
export function listPlaces(
  executor: ContentReader,
  { kind, languages, id }: { kind: PlacedKind; languages: readonly number[]; id: number },
): Promise<PlaceInLanguage[]> {
  return executor.any<PlaceInLanguage>(LIST[kind]([languages, id]));
}

const findInAnyLanguage = {
  categories: sql`
    -- The slug in the language $1 of the category that has the slug $2 in one of the languages $3.
    select c.slug
    from categories o
    join categories c on c.knowledge_base_id = $1 and c.id = o.id and c.visible
    where o.knowledge_base_id = any($3::bigint[]) and o.slug = $2 and o.visible
    order by array_position($3::bigint[], o.knowledge_base_id)
    limit 1
  `,
  tags: sql`
    -- The slug in the language $1 of the tag that has the slug $2 in one of the languages $3.
    select t.slug
    from tags o
    join tags t on t.knowledge_base_id = $1 and t.id = o.id and t.visible
    where o.knowledge_base_id = any($3::bigint[]) and o.slug = $2 and o.visible
    order by array_position($3::bigint[], o.knowledge_base_id)
    limit 1
  `,
};

interface Named {
  knowledgeBase: { id: number; languages: readonly { id: number }[] };
  slug: string;
}

/** The slug of a category or a tag in a language, by one that it has in another; null if its readers see none. */
export async function findSlugInLanguage(
  executor: ContentReader,
  kind: Exclude<PlacedKind, 'guides'>,
  { knowledgeBase: { id, languages }, slug }: Named,
): Promise<string | undefined> {
  if (languages.length === 1) return undefined;
  const values = [id, slug, languages.map((one) => one.id)];
  return (await executor.oneOrNone<{ slug: string }>(findInAnyLanguage[kind](values)))?.slug;
}
