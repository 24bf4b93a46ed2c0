/** What two words have to share to be the same word. */
export interface WordForm {
  /** The word in lower case, its accents folded but for letters of their own (å in Swedish). */
  readonly form: string;
  /** What its inflections share; of an identifier, the form itself. */
  readonly stem: string;
  /**
   * The stem for those who type no accents and no letters of their own either, where it is another one. Words meet at
   * this lower rank when their `folded ?? stem` are equal.
   */
  readonly folded?: string;
}

/** A word of a text, as it is searched for. */
export interface Word extends WordForm {
  /** Where it stands in the text that was given, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A word of a query. */
export interface QueryWord extends WordForm {
  /** As it stands in the query. */
  readonly typed: string;
  /** Of a compound or an identifier, its parts in order; in texts they follow the whole directly. Else empty. */
  readonly parts: readonly WordForm[];
  /** On the last word only: what forms and stems may begin with instead. */
  readonly prefix?: string;
}

/** What a person typed, and the words of it that are searched for. */
export interface SearchQuery {
  readonly text: string;
  readonly words: readonly QueryWord[];
}

/** What a word may be filed under in whatever form: its stem, and that without letters of its own. */
export function stemsOf({ stem, folded }: WordForm): string[] {
  return folded === undefined ? [stem] : [stem, folded];
}
