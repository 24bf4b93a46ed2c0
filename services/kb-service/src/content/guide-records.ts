import { type SqlPart, sql } from '@guidepost/postgres';
import type { ResourceRow } from '../model/listing.ts';
import { CATEGORIES, CATEGORY_RECORD } from './categories.ts';
import { type GroupTable, readGroupRecord } from './group-lists.ts';
import { TAG_RECORD, TAGS } from './tags.ts';

/** The guide g as readers get it, without its content. */
const GUIDE_RECORD = sql.part`g.id, g.slug, g.title, g.content_digest`;

/** Where readers find guides: those of the main language, or with the texts that stand in for missing translations. */
export interface GuideTable {
  name: SqlPart;
  /** The guide g as readers get it, without its content. */
  record: SqlPart;
  /** The record as columns of the CTE `page`, which has selected it. */
  columns: SqlPart;
}

const RECORD_OF_PAGE = sql.part`page.id, page.slug, page.title, page.content_digest`;

const MAIN: GuideTable = { name: sql.part`guides`, record: GUIDE_RECORD, columns: RECORD_OF_PAGE };

const SHOWN: GuideTable = {
  name: sql.part`shown_guides`,
  record: sql.part`${GUIDE_RECORD}, g.shown_from, array_to_string(g.published_in, ',') as published_in`,
  columns: sql.part`${RECORD_OF_PAGE}, page.shown_from, page.published_in`,
};

/** Makes a statement for either; `withFallbacks` chooses. */
export function inLanguages<Made>(
  make: (guides: GuideTable) => Made,
): (withFallbacks: boolean | undefined) => Made {
  const [main, shown] = [make(MAIN), make(SHOWN)];
  return (withFallbacks) => (withFallbacks ? shown : main);
}

/** The content of the guide g. Null if it exceeds $3 bytes, as `fits` tells, or if $3 is null. */
export const GUIDE_CONTENT = sql.part`
    g.content_bytes <= $3 as fits,
    case when g.content_bytes <= $3 then g.content_html end as content_html`;

/**
 * The size of a guide in a document: 700 bytes beside its title, which can double in size as JSON, and its content.
 * @param guide the table with its title
 * @param withContent the bound value that says whether the document has the content
 */
export function guideBytes(guide: SqlPart, withContent: SqlPart): SqlPart {
  return sql.part`case when ${withContent}::boolean then ${guide}.content_bytes else 0 end + 700 + 2 * octet_length(${guide}.title)`;
}

/** Relationships of guides that are read with them, which saves a statement for each. */
export const LINKED = ['categories', 'tags'] as const;
export type Linked = (typeof LINKED)[number];

/** The categories and tags of the guide g. @param names a bound array of relationships; others are null */
export function linkedIds(names: SqlPart): SqlPart {
  return sql.part`
      case when 'categories' = any(${names}::text[]) then array(
        select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
      ) end as category_ids,
      case when 'tags' = any(${names}::text[]) then array(
        select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
      ) end as tag_ids`;
}

/**
 * The categories and tags of all guides of the CTE `page`, in the row of the first one, in display order but for tags.
 * They are visible, since published guides have them. @param names a bound array of relationships; others are null
 */
export function linkedRecords(names: SqlPart): SqlPart {
  return sql.part`
    page.category_ids, page.tag_ids,
    case when page.place = 1 and 'categories' = any(${names}::text[]) then (
      select json_agg(json_build_array(${CATEGORY_RECORD}) order by c.position, c.id)
      from categories c
      where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
    ) end as category_records,
    case when page.place = 1 and 'tags' = any(${names}::text[]) then (
      select json_agg(json_build_array(${TAG_RECORD}))
      from tags t
      where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
    ) end as tag_records`;
}

/** The targets of a relationship, for all guides that a statement has read. */
export interface LinkedRows {
  /** In display order, but for tags. */
  targets: ResourceRow[];
  idsOf: (guide: ResourceRow) => number[];
}

const LINKS: Readonly<Record<string, { ids: string; records: string; table: GroupTable }>> = {
  categories: { ids: 'category_ids', records: 'category_records', table: CATEGORIES },
  tags: { ids: 'tag_ids', records: 'tag_records', table: TAGS },
};

/** Undefined if the statement did not read this relationship. */
export function linkedRows(guides: readonly ResourceRow[], name: string): LinkedRows | undefined {
  const link = LINKS[name];
  const [first] = guides;
  if (!link || !first?.[link.ids]) return undefined;
  const records = (first[link.records] ?? []) as unknown[][];
  const targets = records.map((record) => readGroupRecord(link.table, record));
  return { targets, idsOf: (guide) => guide[link.ids] as number[] };
}

/** When readers got the present text of the guide g. */
const LATEST = sql.part`(
      select max(v.published_at)
      from guide_versions v
      where v.knowledge_base_id = g.knowledge_base_id and v.guide_id = g.id and v.replaced_by is null
    )`;

/** Whether the translation g is older than the text in the main language, whose ID `main` is. */
export const isOutdated = (main: SqlPart): SqlPart => sql.part`coalesce(
      g.published and g.knowledge_base_id <> ${main} and greatest(g.confirmed_at, ${LATEST}) < (
        select max(m.published_at) from guide_versions m
        where m.knowledge_base_id = ${main} and m.guide_id = g.id and m.replaced_by is null
      ), false)`;
