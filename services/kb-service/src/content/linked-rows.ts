import type { ResourceRow } from '../model/listing.ts';
import { readCategoryRecord } from './categories.ts';
import { readTagRecord } from './tags.ts';

/** Relationships of guides that are read with them, which saves a statement for each. */
export const LINKED = ['categories', 'tags'] as const;
export type Linked = (typeof LINKED)[number];

/** The targets of a relationship, for all guides that a statement has read. */
export interface LinkedRows {
  /** In display order, but for tags. */
  targets: ResourceRow[];
  idsOf: (guide: ResourceRow) => number[];
}

const LINKS: Readonly<
  Record<string, { ids: string; records: string; readRecord: (record: never) => ResourceRow }>
> = {
  categories: { ids: 'category_ids', records: 'category_records', readRecord: readCategoryRecord },
  tags: { ids: 'tag_ids', records: 'tag_records', readRecord: readTagRecord },
};

/** Undefined if the statement did not read this relationship. */
export function linkedRows(guides: readonly ResourceRow[], name: string): LinkedRows | undefined {
  const link = LINKS[name];
  const [first] = guides;
  if (!link || !first?.[link.ids]) return undefined;
  const records = (first[link.records] ?? []) as never[];
  return { targets: records.map(link.readRecord), idsOf: (guide) => guide[link.ids] as number[] };
}
