/** One page of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  /** Items on a full page. */
  readonly size: number;
  /** Items before this page; always `(number - 1) * size` and a safe integer. */
  readonly offset: number;
}

/** A row of a statement that reads resources: the id and the columns that are attributes. */
export interface ResourceRow {
  id: number;
  [column: string]: unknown;
}

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
  id: number | null;
  /** False for rows that the document has no room for; left out where that cannot happen. */
  fits?: boolean;
  [column: string]: unknown;
}

/** A row of a list of what belongs to a resource: false when there is no such resource. */
export interface RelatedRow extends ListRow {
  parent_exists: boolean;
}

/** Reads the rows of a list statement, which has at least one whatever it finds. */
export function listedRows(listed: ListRow[]): ListedRows {
  const rows = listed.filter((row): row is ListRow & ResourceRow => row.id !== null);
  const fitting = rows.filter(({ fits }) => fits !== false).length;
  return { total: listed[0]?.total ?? 0, rows, fitting };
}

/** The same; null when the resource that they belong to is missing. */
export function relatedRows(listed: RelatedRow[]): ListedRows | null {
  return listed[0]?.parent_exists === false ? null : listedRows(listed);
}
