import type { TimeSlice } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Term, Vocabulary } from '../memory/vocabulary.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';

/** What gives the words of a query their meaning: a tenant's language and vocabulary. */
export interface TenantWords {
  readonly analyzer: Analyzer;
  readonly vocabulary: Vocabulary;
  /** Documents that everyone may find. */
  readonly documents: number;
  /** Whether words of hidden documents count as known. */
  readonly hiddenToo: boolean;
  readonly synonyms: Synonyms;
  /** Looking up a word may read much of a large vocabulary. */
  readonly slice: TimeSlice;
}

export function isKnown(term: Term, { vocabulary, hiddenToo }: TenantWords): boolean {
  return (vocabulary.documents[term] ?? 0) > 0 || (hiddenToo && vocabulary.postings(term).length > 0);
}

export function isAnyKnown(terms: Iterable<Term>, sources: TenantWords): boolean {
  for (const term of terms) if (isKnown(term, sources)) return true;
  return false;
}
