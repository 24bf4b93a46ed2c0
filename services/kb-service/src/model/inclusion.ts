import type { BoundStatement } from '@guidepost/postgres';
import type { ResourceRow } from './listing.ts';

/** How many resources a document may include. */
export const MOST_INCLUDED = 2_000;

export interface InclusionValues {
  knowledgeBaseId: number;
  /** Ids of the resources whose relationship is read. */
  sources: number[];
  /** The attributes that will be shown; others need not be read. */
  attributes: ReadonlySet<string>;
  /** What the targets may add up to; beyond that none of them is read. */
  mostBytes: number;
}

/** Reads the targets of one relationship for any number of resources in one statement. */
export type Inclusion = (values: InclusionValues) => BoundStatement;

/** A target with the resources that lead to it and its place among the targets of each. */
export interface InclusionRow extends ResourceRow {
  included_sources: number[];
  included_places: number[];
}

/** When the targets would pass the limits they are not read, and the only row has no id. */
export interface RefusedInclusion {
  id: null;
}
