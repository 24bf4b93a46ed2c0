import type { Fragments } from '@guidepost/postgres';
import { CATEGORY_RECORD, readCategoryRecord } from '../categories/categories.ts';
import type { ResourceRow } from '../model/listing.ts';
import { readTagRecord, TAG_RECORD } from '../tags/tags.ts';

/** Relationships of guides that are read with them. */
export const LINKED = ['categories', 'tags'] as const;
export type Linked = (typeof LINKED)[number];

/** The targets of a relationship, for all guides that a statement has read. */
export interface LinkedRows {
  /** In display order. */
  targets: ResourceRow[];
  idsOf: (guide: ResourceRow) => number[];
}

/** $1 is the knowledge base. What published guides refer to is visible. */
const LINKS = {
  categories: {
    ids: 'category_ids',
    readIds: `array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    )`,
    readRecords: `(
      select json_agg(${CATEGORY_RECORD} order by c.position, c.id)
      from categories c
      where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
    )`,
    readRecord: readCategoryRecord,
  },
  tags: {
    ids: 'tag_ids',
    readIds: 'array(select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id)',
    readRecords: `(
      select json_agg(${TAG_RECORD} order by t.name collate "und-x-icu", t.id)
      from tags t
      where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
    )`,
    readRecord: readTagRecord,
  },
};

const OWN = ['id', 'slug', 'title', 'content_digest'];

/**
 * Columns of a statement about guides: `page` selects `columns`, and the outer query `shown` from it. The first row
 * has what all of them are linked to, which saves a statement for each relationship.
 */
export function guideColumns(linked: readonly Linked[]): Fragments {
  const links = linked.map((name) => ({ name, ...LINKS[name] }));
  return {
    columns: [
      ...[...OWN, 'content_html'].map((name) => `g.${name}`),
      ...links.map(({ ids, readIds }) => `${readIds} as ${ids}`),
    ].join(', '),
    shown: [
      ...['fits', ...OWN, ...links.map(({ ids }) => ids)].map((name) => `page.${name}`),
      ...links.map(({ name, readRecords }) => `case when page.place = 1 then ${readRecords} end as ${name}`),
    ].join(', '),
  };
}

/** Undefined if the statement did not read this relationship. */
export function linkedRows(guides: readonly ResourceRow[], name: string): LinkedRows | undefined {
  const link = Object.entries(LINKS).find(([relationship]) => relationship === name)?.[1];
  const [first] = guides;
  if (!link || first?.[link.ids] === undefined) return undefined;
  const records = (first[name] ?? []) as never[];
  return { targets: records.map(link.readRecord), idsOf: (guide) => guide[link.ids] as number[] };
}
