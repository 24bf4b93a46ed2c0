import type { ResourceRow } from '../http/json-api/resource-graph.ts';

/** What a list statement found. */
export interface ListedRows {
  /** How many there are on all pages. */
  total: number;
  /** How many there may be, where some of these are gone: links to other pages go so far. */
  upTo?: number;
  rows: ResourceRow[];
  /** How many of the rows, from the first, a document can hold; the page ends there. */
  fitting: number;
}

/** A row of a list statement: with the total on each, and without an id where the page is empty. */
export interface ListRow {
  total: number;
  /** False when this is a resource's relationship and there is no such resource. */
  parent_exists?: boolean;
  id: number | null;
  /** False for rows that the document has no room for; left out where that cannot happen. */
  fits?: boolean;
  [column: string]: unknown;
}

/** Reads the rows of a list statement, which has at least one whatever it finds; null when its parent is missing. */
export function listedRows(listed: ListRow[]): ListedRows | null {
  if (listed[0]?.parent_exists === false) return null;
  const rows = listed.filter((row): row is ListRow & ResourceRow => row.id !== null);
  const fitting = rows.filter(({ fits }) => fits !== false).length;
  return { total: listed[0]?.total ?? 0, rows, fitting };
}
