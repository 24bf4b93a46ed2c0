import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord } from '../analysis/word.ts';

/** A form that stands in documents, with what its other forms share. */
export function knownWord(form: string, language: string): QueryWord {
  // Where no spaces are written, letters that are no word fall apart into words.
  const word = createAnalyzer(language)
    .words(form)
    .find((whole) => whole.form === form);
  const { stem, folded } = word ?? { stem: form };
  return { typed: form, form, stem, ...(folded !== undefined && { folded }), parts: [] };
}
