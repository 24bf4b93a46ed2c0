import { lemmasOf } from '@guidepost/lemmas';
import type { Folding } from './folding.ts';
import { type Language, linksIn } from './languages.ts';
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
  const dictionaryForms = createDictionary(language);

  function analyse(written: string, stem: (word: string) => string): WordForm | undefined {
    const lower = folding.lower(cut(written));
    const stemmed = cut(folding.accents(stem(lower)));
    const folded = cut(folding.everything(stem(folding.everything(lower))));
    const form = cut(folding.accents(lower));
    if (form === '') return undefined;
    return { form, stem: stemmed, ...(folded === stemmed ? {} : { folded }) };
  }

  function analyseWord(written: string): WordForm | undefined {
    const word = analyse(written, stemOf);
    if (!word) return undefined;
    const stems = dictionaryForms(word.form).map((lemma) => cut(folding.accents(stemOf(lemma))));
    const lemmas = [...new Set(stems)].filter((stem) => stem !== word.stem);
    return lemmas.length === 0 ? word : { ...word, lemmas };
  }

  return {
    word(written) {
      const known = remembered.get(written);
      if (known) return known;
      const form = analyseWord(written);
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

const NO_FORMS: readonly string[] = [];

/** Parts of compounds as short as this may be parts of any word. */
const SHORTEST_HEAD = 3;
const SHORTEST_TAIL = 4;

/**
 * Gives a word's other dictionary forms. In languages that write compounds as one word, a word that is in no dictionary
 * is inflected like its longest end that is in one: elcyklarna is elcykel, since cyklarna is cykel.
 */
function createDictionary({ code }: Language): (form: string) => readonly string[] {
  const writesCompounds = linksIn(code).length > 0;
  return (form) => {
    const lemmas = lemmasOf(code);
    if (!lemmas) return NO_FORMS;
    const known = lemmas(form);
    if (known.length > 0 || !writesCompounds) return known;
    for (let at = SHORTEST_HEAD; at <= form.length - SHORTEST_TAIL; at += 1) {
      const ends = lemmas(form.slice(at));
      if (ends.length > 0) return ends.map((end) => form.slice(0, at) + end);
    }
    return NO_FORMS;
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
