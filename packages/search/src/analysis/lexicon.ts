import type { Folding } from './folding.ts';
import type { Language } from './languages.ts';
import type { WordForm } from './word.ts';

/** Characters. A hexadecimal hash still fits. */
export const LONGEST_FORM = 100;
const REMEMBERED = 50_000;
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;

export interface Lexicon {
  /** Undefined for a word without searchable characters. */
  word(written: string): WordForm | undefined;
  /** Identifiers are not stemmed. */
  identifier(written: string): WordForm | undefined;
}

/**
 * Remembers words, since stemming is most of the work. Starting over when there are too many suffices: keeping their
 * order would be a third of the time of indexing.
 */
export function createLexicon(language: Language, folding: Folding): Lexicon {
  const remembered = new Map<string, WordForm>();
  const stemOf = (word: string) => (language.stem && LETTERS_ONLY.test(word) && language.stem(word)) || word;

  function analyse(written: string, stem: (word: string) => string): WordForm | undefined {
    const lower = folding.lower(cut(written));
    const stemmed = cut(folding.accents(stem(lower)));
    const folded = cut(folding.everything(stem(folding.everything(lower))));
    const form = cut(folding.accents(lower));
    if (form === '') return undefined;
    return { form, stem: stemmed, ...(folded === stemmed ? {} : { folded }) };
  }

  return {
    word(written) {
      const known = remembered.get(written);
      if (known) return known;
      const form = analyse(written, stemOf);
      if (remembered.size === REMEMBERED) remembered.clear();
      if (form) remembered.set(copyOf(written), form);
      return form;
    },
    identifier: (written) => analyse(written, (whole) => whole),
  };
}

/** The same for a few texts: the words of one answer stay in the processor's cache. */
export function rememberingLexicon({ word, identifier }: Lexicon): Lexicon {
  const remembered = new Map<string, WordForm | undefined>();
  return {
    word(written) {
      const known = remembered.get(written);
      if (known) return known;
      const form = word(written);
      remembered.set(written, form);
      return form;
    },
    identifier,
  };
}

/** V8 keeps the whole text in memory for a slice of it. */
function copyOf(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}

function cut(word: string): string {
  if (word.length <= LONGEST_FORM) return word;
  return word.slice(0, LONGEST_FORM).replace(/[\uD800-\uDBFF]$/, '');
}
