import { TABLE } from '@guidepost/lemmas';
import { createFolding, findLanguage } from '@guidepost/search';

/** Letters. Shorter words are only changed by our own lists. */
const SHORTEST_FORM = 4;
const LONGEST_FORM = 40;
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;

/** Letters of the longest words that may be unlike their dictionary form, such as people, best and went. */
const LONGEST_IRREGULAR = 7;

/**
 * Participles that dictionaries inflect like adjectives, and the verbs that they come from: gespeicherten, speichern.
 */
const PARTICIPLES: Readonly<Record<string, { participle: RegExp; verb: RegExp }>> = {
  de: { participle: /(?:t|en|nd)$/, verb: /n$/ },
  it: { participle: /[st]o$/, verb: /re$/ },
  nl: { participle: /(?:[td]|en)$/, verb: /n$/ },
  pl: { participle: /[nt]y$/, verb: /ć$|c$/ },
  pt: { participle: /[dt]o$/, verb: /r$/ },
};

export interface Inflections {
  /** @param list forms with their lemmas, in their usual case */
  addDictionary(list: ReadonlyMap<string, string>): void;
  /**
   * Adds one of our own lists, before a dictionary: these words may be short and unlike their lemmas.
   * @param text lines of a lemma and its forms, separated by spaces; those that begin with `#` are headings
   */
  addIrregular(text: string): void;
  /** Lemmas in lower case by form as search has it. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** Collects the inflections of a language that its stemmer does not join. @param language ISO 639-1 */
export function collectInflections(language: string): Inflections {
  const words = new Map<string, string[]>();
  const { lower, accents } = createFolding(findLanguage(language));
  const { stem } = findLanguage(language);
  /** The keys by which search joins words. */
  const keyOf = (word: string) => accents(stem?.(word) || word);

  /** Both in lower case. */
  function remember(written: string, lemma: string): void {
    const form = accents(written);
    const key = keyOf(lemma);
    // People leave accents out, so that the stem of both spellings counts.
    if (form === accents(lemma) || (keyOf(written) === key && keyOf(form) === key)) return;
    const known = words.get(form);
    if (!known) words.set(form, [lemma]);
    else if (known.length < TABLE.mostLemmas && !known.some((one) => keyOf(one) === key)) known.push(lemma);
  }

  function addPair(form: string, lemma: string): void {
    if (isName(form, language) || isName(lemma, language)) return;
    const written = lower(form);
    const other = lower(lemma);
    if (isInflection(accents(written), accents(other))) remember(written, other);
  }

  return {
    words,
    addDictionary(list) {
      const participles = PARTICIPLES[language];
      for (const [form, lemma] of list) {
        addPair(form, lemma);
        const verb = participles?.participle.test(lemma) ? list.get(lemma) : undefined;
        if (verb !== undefined && participles?.verb.test(verb)) addPair(form, verb);
      }
    },
    addIrregular(text) {
      const lines = text.split('\n').filter((line) => !line.startsWith('#'));
      for (const line of lines) {
        const [lemma = '', ...forms] = line.split(' ');
        for (const form of forms) remember(lower(form), lower(lemma));
      }
    },
  };
}

/** German nouns begin with a capital, too. */
function isName(word: string, language: string): boolean {
  const letters = language === 'de' ? word.slice(1) : word;
  return letters !== letters.toLowerCase();
}

/**
 * Tells inflections from mistakes in dictionaries that programs took from Wiktionary: translations, parts of set
 * phrases, the words beside them in a table. Inflections begin alike, have most letters in common (prefixes), or are
 * short (went).
 */
function isInflection(form: string, lemma: string): boolean {
  if (!LETTERS_ONLY.test(form) || !LETTERS_ONLY.test(lemma)) return false;
  const length = Array.from(form).length;
  if (length < SHORTEST_FORM || length > LONGEST_FORM) return false;
  if (form.length <= LONGEST_IRREGULAR && lemma.length <= LONGEST_IRREGULAR) return true;
  if (form.slice(0, 3) === lemma.slice(0, 3)) return true;
  const common = commonLetters(form, lemma);
  return common >= 2 && 2 * common >= Math.min(form.length, lemma.length);
}

/** The length of the longest common subsequence. */
function commonLetters(one: string, other: string): number {
  let above = new Uint8Array(other.length + 1);
  for (const letter of one) {
    const row = new Uint8Array(other.length + 1);
    for (let at = 0; at < other.length; at += 1) {
      row[at + 1] = letter === other[at] ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0);
    }
    above = row;
  }
  return above[other.length] ?? 0;
}
