import { type Executor, sql } from '@guidepost/postgres';
import { isOutdated } from '../../content/guide-records.ts';

export interface ExportedName {
  of: string;
  language: string;
  slug: string;
  name: string;
}

interface ExportedCategoryName extends ExportedName {
  multiple_guides_name: string;
  description: string;
}

export interface ExportedTranslation {
  id: number;
  language: string;
  slug: string;
  title: string;
  content_html: string;
  published: boolean;
  /** Slugs that it had before. */
  former: string[];
  external: string | null;
  created_at: Date;
  updated_at: Date;
  summary: string | null;
  synonyms: string[];
  outdated: boolean;
}

const languagesOf = sql`
  select e.language
  from knowledge_bases e
  where e.edition_of = $1
  order by e.language_place
`;
const namesOfCategories = sql`
  select m.slug as of, e.language, c.slug, c.name, c.multiple_guides_name, c.description
  from knowledge_bases e
  join categories c on c.knowledge_base_id = e.id and c.translated
  join categories m on m.knowledge_base_id = e.edition_of and m.id = c.id
  where e.edition_of = $1
  order by e.language_place, c.id
`;
const namesOfTags = sql`
  select m.slug as of, e.language, t.slug, t.name
  from knowledge_bases e
  join tags t on t.knowledge_base_id = e.id and t.translated
  join tags m on m.knowledge_base_id = e.edition_of and m.id = t.id
  where e.edition_of = $1
  order by e.language_place, t.id
`;
const translationsOf = sql`
  -- The texts of the guides $2 in further languages.
  select g.id, e.language, g.slug, g.title, g.content_html, g.published, g.external, g.created_at, g.updated_at,
    g.summary, g.synonyms, ${isOutdated(sql.part`$1`)} as outdated,
    (
      select coalesce(json_agg(f.slug order by f.slug collate "C"), '[]')
      from former_slugs f
      where f.knowledge_base_id = g.knowledge_base_id and f.guide_id = g.id
        and not exists (select from guides o where o.knowledge_base_id = f.knowledge_base_id and o.slug = f.slug)
    ) as former
  from knowledge_bases e
  join guides g on g.knowledge_base_id = e.id and g.id = any($2::bigint[]) and not g.missing
  where e.edition_of = $1
  order by g.id, e.language_place
`;

/** The languages of a knowledge base except the main one. */
export async function listFurtherLanguages(
  transaction: Executor,
  knowledgeBaseId: number,
): Promise<string[]> {
  const rows = await transaction.any<{ language: string }>(languagesOf([knowledgeBaseId]));
  return rows.map(({ language }) => language);
}

/** Names of categories or tags in further languages, by their slugs in the main one. */
export async function listNames(
  transaction: Executor,
  knowledgeBaseId: number,
  kind: 'category' | 'tag',
): Promise<Map<string, ExportedName[]>> {
  const rows =
    kind === 'category'
      ? await transaction.any<ExportedCategoryName>(namesOfCategories([knowledgeBaseId]))
      : await transaction.any<ExportedName>(namesOfTags([knowledgeBaseId]));
  return Map.groupBy<string, ExportedName>(rows, ({ of }) => of);
}

/** The texts of guides in further languages, by the guide. */
export async function translationsOfGuides(
  transaction: Executor,
  knowledgeBaseId: number,
  guides: readonly { id: number }[],
): Promise<Map<number, ExportedTranslation[]>> {
  const ids = guides.map(({ id }) => id);
  const rows = await transaction.any<ExportedTranslation>(translationsOf([knowledgeBaseId, ids]));
  return Map.groupBy(rows, ({ id }) => id);
}
