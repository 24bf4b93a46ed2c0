/** A word of a tenant's documents: a number that holds for one vocabulary. */
export type Term = number;

/**
 * The words of a tenant's documents, in memory or in the database. One that has not looked up everything yet notes the
 * lookups that it lacks and answers them as if there were no such words; the query is read again once they are known.
 */
export interface KnownWords {
  /** Whether lookups were lacking so far: what is found holds for nothing yet. */
  readonly isLacking: boolean;
  formOf(term: Term): string;
  stemOf(term: Term): string;
  /** Visible documents that have the term. */
  documentsOf(term: Term): number;
  /** Whether any document has the term, hidden ones included. */
  isHeld(term: Term): boolean;
  /** The same term for all with one stem. */
  firstOfStem(term: Term): Term;
  /** Documents with each form of a term's stem, added up. */
  documentsWithStem(term: Term): number;
  /** Whether visible documents have a word with the stem, or a dictionary form that has it; may be a minute late. */
  hasStem(stem: string): boolean;
  /** Terms with this stem, or with a dictionary form that has it. */
  withStem(stem: string): readonly Term[];
  withOwnStem(stem: string): readonly Term[];
  /** Terms whose stem is this one without the language's own letters. */
  withFolded(folded: string): readonly Term[];
  withForm(form: string): readonly Term[];
  /** The terms with this beginning that are in most visible documents, first. */
  mostBeginning(beginning: string, most: number): readonly Term[];
  /** Terms with this beginning that only hidden documents have. */
  hiddenBeginning(beginning: string, most: number): readonly Term[];
  mostEnding(end: string, most: number): readonly Term[];
  /** The terms of these that are in most visible documents, first. */
  mostFrequent(terms: Iterable<Term>, most: number): Term[];
  /**
   * Part by part, the terms of visible documents, or of all, that may be the word with this many letters changed, and
   * others.
   */
  similar(form: string, slips: number, hiddenToo: boolean): Iterable<readonly Term[]>;
}

/** Facts about a tenant's documents as a whole that ranking needs. */
export interface RankedTexts {
  readonly vocabulary: KnownWords;
  /** Documents that everyone may find. */
  readonly visible: number;
  /** Words of such a document, on average. */
  readonly averageLength: number;
}
