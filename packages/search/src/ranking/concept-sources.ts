import type { Analyzer } from '../analysis/analyzer.ts';
import type { Vocabulary } from '../memory/vocabulary.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';

/** What a query's words are resolved by. */
export interface ConceptSources {
  readonly analyzer: Analyzer;
  readonly vocabulary: Vocabulary;
  /** Documents that everyone may find. */
  readonly documents: number;
  /** Whether words of hidden documents count as known. */
  readonly hiddenToo: boolean;
  readonly synonyms: Synonyms;
}
