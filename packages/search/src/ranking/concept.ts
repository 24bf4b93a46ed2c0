import type { Term } from '../memory/vocabulary.ts';

/** A way to express a concept: its terms, each worth as much as the weight says. */
export type Expressions = Map<Term, number>;

/** Words that express a concept only in this order, each in any of its forms. */
export interface Phrase {
  readonly words: readonly (readonly Term[])[];
  readonly weight: number;
}

/** A word of the query, and what documents may have in its place. */
export interface Concept {
  readonly typed: string;
  /** How much a document that has it is about the query, in nats. */
  readonly information: number;
  readonly expressions: Expressions;
  readonly phrases: readonly Phrase[];
  readonly isRequired: boolean;
  /** False for a function word. */
  readonly isTelling: boolean;
  /** Whether documents with this concept alone are results; others only rank higher with it. */
  readonly finds: boolean;
}

/** What each way to express a word is worth. */
export const WORTH = {
  exact: 1,
  stem: 0.85,
  phrase: 0.9,
  corrected: 0.7,
  synonym: 0.5,
  part: 0.5,
  related: 0.4,
  compound: 0.35,
  folded: 0.3,
  completed: 0.25,
};
