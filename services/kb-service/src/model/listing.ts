import type { BoundStatement } from '@guidepost/postgres';

export interface Page {
  readonly number: number;
  readonly size: number;
  /** `(number - 1) * size`, a safe integer. */
  readonly offset: number;
}

/** The ID and the attribute columns of a resource. */
export interface ResourceRow {
  id: number;
  [column: string]: unknown;
}

export interface ListedRows {
  total: number;
  /** The total with stale search results, which limits links to other pages. */
  upTo?: number;
  /** As many as fit into a document. */
  rows: ResourceRow[];
  isCut: boolean;
  /** The query of a search with the spelling that was searched instead. */
  correctedQuery?: string | undefined;
  /** Whether a search could not look at everything. */
  partial?: boolean | undefined;
}

/** A row of a list statement: the total, and null columns for an empty page. */
export interface ListRow {
  total: number;
  id: number | null;
  /** False for rows that do not fit into the document; absent if that is impossible. */
  fits?: boolean;
  [column: string]: unknown;
}

/** `parent_exists` is false if the resource of the relationship does not exist. */
export interface RelatedRow extends ListRow {
  parent_exists: boolean;
}

/** Reads the rows of a list statement, which always returns at least one. */
export function listedRows(listed: ListRow[]): ListedRows {
  const found = listed.filter((row): row is ListRow & ResourceRow => row.id !== null);
  const rows = found.filter(({ fits }) => fits !== false);
  return { total: listed[0]?.total ?? 0, rows, isCut: rows.length < found.length };
}

/** The same; null if the parent does not exist. */
export function relatedRows(listed: RelatedRow[]): ListedRows | null {
  return listed[0]?.parent_exists === false ? null : listedRows(listed);
}

export const MAX_INCLUDED = 2_000;

interface InclusionValues {
  knowledgeBaseId: number;
  sources: number[];
  /** The attributes to show; others need not be read. */
  attributes: ReadonlySet<string>;
  mostBytes: number;
  /** Whether to read the texts that stand in for missing translations. */
  withFallbacks?: boolean | undefined;
}

/** Loads the targets of a relationship for many resources in one statement. */
export type Inclusion = (values: InclusionValues) => BoundStatement;

/** A target, its sources, and its place among the targets of each; tags are sorted by name instead. */
export interface InclusionRow extends ResourceRow {
  included_sources: number[];
  included_places?: number[];
}

/** The only row if the targets exceed the limits. */
export interface RefusedInclusion {
  id: null;
}
