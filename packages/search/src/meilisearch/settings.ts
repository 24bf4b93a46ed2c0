import { createHash } from 'node:crypto';
import type { Settings } from 'meilisearch';
import { ANALYSIS } from '../analysis/analyzer.ts';

/** Steps of impact. Fewer rank worse; more cost time without a benefit. */
export const LEVELS = 20;

export function levelAttribute(level: number): string {
  return `level${level}`;
}

/** A word in every document, to match all that pass the filter. */
export const EVERY = 'every';

/** Raise this when documents with the same words are built differently. */
const DOCUMENTS = 2;

/** Twice our own limit: Meilisearch returns truncated results as success, so they must arrive too late. */
const CUTOFF_MILLISECONDS = 2_000;

const EQUAL = { facetSearch: false, filter: { equality: true, comparison: false } };

/** With comparison, Meilisearch jumps to a prefix instead of scanning all words. */
const BEGINNINGS = { facetSearch: false, filter: { equality: true, comparison: true } };

export const SETTINGS: Settings = {
  searchableAttributes: [...Array.from({ length: LEVELS }, (_, level) => levelAttribute(level)), EVERY],
  displayedAttributes: ['id', 'position'],
  filterableAttributes: [
    { attributePatterns: ['tenant', 'id', 'hidden', 'facets'], features: EQUAL },
    { attributePatterns: ['words'], features: BEGINNINGS },
  ],
  sortableAttributes: [],
  // The number of query words, then impact.
  rankingRules: ['words', 'attributeRank', 'id:asc'],
  // Analysis is ours: no stop words, typo tolerance or concatenation.
  stopWords: [],
  synonyms: {},
  dictionary: [],
  typoTolerance: { enabled: false },
  // Positions are not used, and take the most space.
  proximityPrecision: 'byAttribute',
  // Its prefix index takes two seconds per change in a large index.
  prefixSearch: 'disabled',
  facetSearch: false,
  pagination: { maxTotalHits: 1_000_000 },
  searchCutoffMs: CUTOFF_MILLISECONDS,
};

/** A different hash means different documents or ranking. */
export const SETTINGS_HASH = createHash('sha256')
  .update(JSON.stringify([SETTINGS, DOCUMENTS, ANALYSIS]))
  .digest('hex')
  .slice(0, 10);
