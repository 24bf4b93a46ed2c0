import type { BoundStatement } from '@guidepost/postgres';
import type { ResourceRow } from './listing.ts';

export const MAX_INCLUDED = 2_000;

export interface InclusionValues {
  knowledgeBaseId: number;
  sources: number[];
  /** The attributes to show; others need not be read. */
  attributes: ReadonlySet<string>;
  mostBytes: number;
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
