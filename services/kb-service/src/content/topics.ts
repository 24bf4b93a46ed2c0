import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, type SqlPart, sql, sqlTemplate } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { isEdition, type ReadLanguage } from '../model/knowledge-base.ts';
import { inLanguages } from './guide-records.ts';
import type { GuideTitle } from './guide-titles.ts';

export interface Topic {
  slug: string;
  name: string;
  /** The name of its icon; empty for none. */
  icon: string;
  /** Guides in the category itself. */
  total: number;
  /** The first {@link GUIDES_ON_CARD}. */
  guides: GuideTitle[];
  subtopics: { slug: string; name: string }[];
}

export interface TrailCategory {
  id: number;
  slug: string;
  name: string;
}

export interface CategoryWithTopics {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  description: string;
  /** The name of its icon; empty for none. */
  icon: string;
  /** Ancestors, from the top. */
  trail: TrailCategory[];
  /** Child categories. */
  topics: Topic[];
}

export interface Contents {
  topics: Topic[];
  /** Guides without a category, by title. */
  others: GuideTitle[];
  other_total: number;
  total: number;
}

const GUIDES_ON_CARD = 5;

const MAX_OTHERS = 20;

/** The categories of the CTE `listed`, each with its first $2 guides and its children, as the JSON of {@link Topic}. */
const topicsIn = (guides: SqlPart) => sql.part`(
  select coalesce(
    json_agg(
      json_build_object(
        'slug', l.slug, 'name', l.name, 'description', l.description, 'icon', l.icon, 'total', l.published_guides, 'guides', first.guides, 'subtopics', below.subtopics
      )
      order by l.position, l.id
    ),
    '[]'
  )
  from listed l
  cross join lateral (
    select coalesce(json_agg(json_build_object('slug', f.slug, 'title', f.title, 'shown_from', f.shown_from) order by f.position, f.id), '[]') as guides
    from (
      select g.id, g.slug, g.title, g.shown_from, m.position
      from guide_categories m
      join ${guides} g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = l.id
      order by m.position, g.id
      limit $2
    ) f
  ) first
  cross join lateral (
    select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.position, c.id), '[]') as subtopics
    from categories c
    where c.knowledge_base_id = $1 and c.parent_category_id = l.id and c.visible
  ) below
)`;

/** The ancestors of the CTE `category`, from the top, as the JSON of {@link TrailCategory}. */
const TRAIL = sql.part`(
  with recursive trail as (
    select c.id, c.slug, c.name, c.parent_category_id, 1 as height
    from category
    join categories c on c.knowledge_base_id = $1 and c.id = category.parent_category_id
    union all
    select p.id, p.slug, p.name, p.parent_category_id, t.height + 1
    from trail t
    join categories p on p.knowledge_base_id = $1 and p.id = t.parent_category_id
  )
  select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'id', t.id) order by t.height desc), '[]')
  from trail t
)`;

const findCategory = inLanguages(
  ({ name }) => sql`
  -- A visible category by slug $3, or by ID $4 (null if $3 is no number) if no category has the slug, with its
  -- ancestors from the top, and its children with $2 guides each.
  with category as (
    select c.id, c.slug, c.name, c.multiple_guides_name, c.description, c.icon, c.parent_category_id
    from categories c
    where c.knowledge_base_id = $1 and c.visible and (c.slug = $3 or c.id = $4)
    order by c.slug = $3 desc
    limit 1
  ), listed as (
    select c.id, c.slug, c.name, c.description, c.icon, c.position, c.published_guides
    from category
    join categories c on c.knowledge_base_id = $1 and c.parent_category_id = category.id and c.visible
  )
  select category.id, category.slug, category.name, category.multiple_guides_name, category.description, category.icon,
    ${TRAIL} as trail,
    ${topicsIn(name)} as topics
  from category
`,
);
const contents = inLanguages(
  ({ name }) => sqlTemplate`
  -- The contents of a home page: top categories with $2 guides each, $3 guides without a category, and the totals.
  with listed as (
    select c.id, c.slug, c.name, c.description, c.icon, c.position, c.published_guides
    from categories c
    where c.knowledge_base_id = $1 and c.parent_category_id is null and c.visible
  ), apart as materialized (
    select g.id, g.slug, g.title, g.shown_from
    from ${name} g
    where g.knowledge_base_id = $1 and g.published
      and not exists (select from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id)
  )
  select
    ${topicsIn(name)} as topics,
    (
      select coalesce(
        json_agg(
          json_build_object('slug', a.slug, 'title', a.title, 'shown_from', a.shown_from) order by a.title collate ${'collation'}, a.id
        ), '[]'
      )
      from (select * from apart order by title collate ${'collation'}, id limit $3) a
    ) as others,
    (select count(*) from apart) as other_total,
    (select k.published_guides from knowledge_bases k where k.id = $1) as total
`,
);

/** A visible category by slug, or by ID if no category has the slug, or null. */
export function findCategoryWithTopics(
  executor: ContentReader,
  { knowledgeBase, slug }: { knowledgeBase: ReadLanguage; slug: string },
): Promise<CategoryWithTopics | null> {
  const values = [knowledgeBase.id, GUIDES_ON_CARD, slug, parseId(slug) ?? null];
  return executor.oneOrNone<CategoryWithTopics>(findCategory(isEdition(knowledgeBase))(values));
}

export function readContents(executor: ContentReader, knowledgeBase: ReadLanguage): Promise<Contents> {
  const { id, language } = knowledgeBase;
  const collation = sql.identifier(collationOf(language));
  const statement = contents(isEdition(knowledgeBase))({ collation }, { prepared: true });
  return executor.one<Contents>(statement([id, GUIDES_ON_CARD, MAX_OTHERS]));
}
