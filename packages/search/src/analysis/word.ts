/** Words with an equal form match; with an equal stem they are inflections. */
export interface WordForm {
  /** Lower case, accents folded except for the language's own letters (å in Swedish). */
  readonly form: string;
  /** Shared by most inflections; equal to the form for an identifier. */
  readonly stem: string;
  /** The stem without the language's own letters, if different; words match by `folded ?? stem` at a lower rank. */
  readonly folded?: string;
  /** Stems of its dictionary forms, if they differ from its own: `write` for wrote. */
  readonly lemmas?: readonly string[];
}

export interface Word extends WordForm {
  readonly start: number;
  readonly end: number;
}

export interface QueryWord extends WordForm {
  readonly typed: string;
  /** Parts of a compound or identifier in order; in texts they follow the whole. */
  readonly parts: readonly WordForm[];
  /** On the last word only: a prefix of matching forms and stems. */
  readonly prefix?: string;
}

export interface QuotedWord extends WordForm {
  /** The parts of a compound that texts may also write as one word or as several: `e-mail`, `plug in`. */
  readonly parts: readonly WordForm[];
}

export interface SearchQuery {
  readonly text: string;
  readonly words: readonly QueryWord[];
  /** Words in quotes, which stand in this order and form. */
  readonly phrases: readonly (readonly QuotedWord[])[];
}
