import { createHash } from 'node:crypto';
import type { Settings } from 'meilisearch';
import { ANALYSIS } from '../analysis/analyzer.ts';

/**
 * How many steps there are from what a document is about to what it merely mentions. Fewer rank worse; with more, one
 * more makes no difference, and each costs time.
 */
export const LEVELS = 20;

/** The attribute of the words of a level; 0 is what a document is about. */
export function levelAttribute(level: number): string {
  return `level${level}`;
}

/** Stands in each document, so that a query can find all of them that pass its filter. */
export const EVERY = 'every';

/** Raised when documents of the same words are to be made in another way. */
const DOCUMENTS = 1;

/** Twice our own time limit: an answer that is cut short is no error to Meilisearch, so it must come too late for us. */
const CUTOFF_MILLISECONDS = 1_600;

const EQUAL = { facetSearch: false, filter: { equality: true, comparison: false } };

/** With comparison, Meilisearch goes straight to where words begin like that, and does not read all that there are. */
const BEGINNINGS = { facetSearch: false, filter: { equality: true, comparison: true } };

export const SETTINGS: Settings = {
  searchableAttributes: [...Array.from({ length: LEVELS }, (_, level) => levelAttribute(level)), EVERY],
  displayedAttributes: ['id', 'position'],
  filterableAttributes: [
    { attributePatterns: ['tenant', 'id', 'hidden', 'facets'], features: EQUAL },
    { attributePatterns: ['words'], features: BEGINNINGS },
  ],
  sortableAttributes: [],
  // How many words of the query, then how much the document is about them.
  rankingRules: ['words', 'attributeRank', 'id:asc'],
  // Words are what we say they are: nothing is left out, corrected or put together.
  stopWords: [],
  synonyms: {},
  dictionary: [],
  typoTolerance: { enabled: false },
  // Places of words are not looked at, and take most of the room.
  proximityPrecision: 'byAttribute',
  // The beginnings of all words, which it would keep for ranking, take two seconds for each change to a large index.
  prefixSearch: 'disabled',
  facetSearch: false,
  pagination: { maxTotalHits: 1_000_000 },
  searchCutoffMs: CUTOFF_MILLISECONDS,
};

/** Indexes of another hash hold other documents, or rank them in another way. */
export const SETTINGS_HASH = createHash('sha256')
  .update(JSON.stringify([SETTINGS, DOCUMENTS, ANALYSIS]))
  .digest('hex')
  .slice(0, 10);
