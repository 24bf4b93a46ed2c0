import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, type Executor, sql, sqlTemplate } from '@guidepost/postgres';
import { isEdition, type ReadLanguage } from '../model/knowledge-base.ts';
import { inLanguages } from './guide-records.ts';

export interface GuideTitle {
  slug: string;
  title: string;
  /** The id of the language of the title, where another one may stand in. */
  shown_from?: number | null;
}

const listTitles = inLanguages(
  ({ name }) => sql`
  select g.slug, g.title, g.shown_from
  from unnest($2::bigint[]) with ordinality as found (id, place)
  join ${name} g on g.knowledge_base_id = $1 and g.id = found.id and g.published
  order by found.place
`,
);

const listNames = sql`
  select g.slug, g.title
  from guides g
  where g.knowledge_base_id = $1 and g.published
  order by g.id
`;

/** Guides of a category in its order, guides with a tag by title, or all guides by title. */
export type GuidePlace = { category: number } | { tag: number } | 'everything';

export interface BeginningsRequest {
  knowledgeBase: ReadLanguage;
  in: GuidePlace;
  limit: number;
  offset: number;
  /** How much of the content to read, in characters. */
  characters: number;
}

export interface GuideBeginning extends GuideTitle {
  id: number;
  beginning: string;
}

interface BeginningRow extends Omit<GuideBeginning, 'slug'> {
  total: number;
  /** Null, like the other columns, in the only row of an empty page. */
  slug: string | null;
}

const everything = inLanguages(
  ({ name }) => sqlTemplate`
  -- A page of all published guides by title ($2 after the first $3), each with $4 characters of its content, and
  -- the total.
  select k.published_guides as total, page.id, page.slug, page.title, page.shown_from,
    left(page.content_html, $4) as beginning
  from knowledge_bases k
  left join (
    select g.id, g.slug, g.title, g.shown_from, g.content_html, placed.place
    from (
      select found.id, row_number() over () as place
      from (
        select g.id
        from ${name} g
        where g.knowledge_base_id = $1 and g.published
        order by g.title collate ${'collation'}, g.id
        limit $2 offset $3
      ) found
    ) placed
    join ${name} g on g.knowledge_base_id = $1 and g.id = placed.id
  ) page on true
  where k.id = $1
  order by page.place
`,
);
const ofCategory = inLanguages(
  ({ name }) => sql`
  -- A page of the published guides in the category $5, in its order ($2 after the first $3), each with $4
  -- characters of its content, and the total. offset 0: see list-guides.ts.
  select c.published_guides as total, page.id, page.slug, page.title, page.shown_from,
    left(page.content_html, $4) as beginning
  from categories c
  left join (
    select g.id, g.slug, g.title, g.shown_from, g.content_html, placed.place
    from (
      select found.id, row_number() over () as place
      from (
        select m.guide_id as id
        from guide_categories m
        cross join lateral (
          select from ${name} g where g.knowledge_base_id = $1 and g.id = m.guide_id and g.published offset 0
        ) published
        where m.knowledge_base_id = $1 and m.category_id = $5
        order by m.position, m.guide_id
        limit $2 offset $3
      ) found
    ) placed
    join ${name} g on g.knowledge_base_id = $1 and g.id = placed.id
  ) page on true
  where c.knowledge_base_id = $1 and c.id = $5
  order by page.place
`,
);
const withTag = inLanguages(
  ({ name }) => sqlTemplate`
  -- A page of the published guides with the tag $5, by title ($2 after the first $3), each with $4 characters of
  -- its content, and the total.
  select t.published_guides as total, page.id, page.slug, page.title, page.shown_from,
    left(page.content_html, $4) as beginning
  from tags t
  left join (
    select g.id, g.slug, g.title, g.shown_from, g.content_html, placed.place
    from (
      select found.id, row_number() over () as place
      from (
        select g.id
        from guide_tags m
        join ${name} g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
        where m.knowledge_base_id = $1 and m.tag_id = $5
        order by g.title collate ${'collation'}, g.id
        limit $2 offset $3
      ) found
    ) placed
    join ${name} g on g.knowledge_base_id = $1 and g.id = placed.id
  ) page on true
  where t.knowledge_base_id = $1 and t.id = $5
  order by page.place
`,
);

/** The published guides among these, in the same order. */
export function listGuideTitles(
  executor: ContentReader,
  knowledgeBase: ReadLanguage,
  ids: readonly number[],
): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(listTitles(isEdition(knowledgeBase))([knowledgeBase.id, ids]));
}

/** All published guides. */
export function listGuideNames(executor: Executor, knowledgeBaseId: number): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(listNames([knowledgeBaseId]));
}

/** A slice of published guides, and their total. */
export async function listGuideBeginnings(
  executor: ContentReader,
  request: BeginningsRequest,
): Promise<{ total: number; guides: GuideBeginning[] }> {
  const rows = await executor.any<BeginningRow>(bindStatement(request));
  const guides = rows.filter((row): row is BeginningRow & GuideBeginning => row.slug !== null);
  return { total: rows[0]?.total ?? 0, guides };
}

function bindStatement({ knowledgeBase, in: place, ...slice }: BeginningsRequest) {
  const values = [knowledgeBase.id, slice.limit, slice.offset, slice.characters];
  const byTitle = { collation: sql.identifier(collationOf(knowledgeBase.language)) };
  const withFallbacks = isEdition(knowledgeBase);
  if (place === 'everything') return everything(withFallbacks)(byTitle, { prepared: true })(values);
  if ('category' in place) return ofCategory(withFallbacks)([...values, place.category]);
  return withTag(withFallbacks)(byTitle, { prepared: true })([...values, place.tag]);
}
