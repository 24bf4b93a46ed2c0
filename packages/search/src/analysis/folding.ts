import type { Language } from './languages.ts';

const ASCII = /^\p{ASCII}*$/u;
// What nobody types: accents that compose with no letter, points of Hebrew, vowels and tatweel of Arabic, variation
// selectors, invisible characters, and the signs inside words. Marks of Indic scripts and of Thai are typed.
const UNTYPED =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]]\p{Cf}\u0640'’＇׳״"·ʼʻ]/gv;
const MARKED_LETTER = /[[\p{sc=Latin}\p{sc=Greek}]--[a-z]]/gv;
const OTHER_LETTER =
  /[\u0450\u0451\u045D\u0622-\u0626\u0629\u0649\u0671\u06A9\u06CC\u0660-\u0669\u06F0-\u06F9]/g;

// Letters that Unicode does not take apart, but those who type do.
const LATIN = 'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ŧ:t ŋ:n ı:i ĸ:k';
const GREEK_AND_CYRILLIC = 'ς:σ ё:е ѐ:е ѝ:и';
const ARABIC = 'أ:ا إ:ا آ:ا ٱ:ا ؤ:و ئ:ي ى:ي ة:ه ی:ي ک:ك';
const letters = new Map(
  `${LATIN} ${GREEK_AND_CYRILLIC} ${ARABIC}`.split(' ').map((pair) => {
    const [letter = '', folded = ''] = pair.split(':');
    return [letter, folded];
  }),
);

/** How words of a language lose their case, and their accents. */
export interface Folding {
  /** The word in lower case and one spelling (NFKC), without marks that nobody types. */
  lower(word: string): string;
  /** A word in lower case without its accents, but with the language's own letters. */
  accents(word: string): string;
  /** The same without the language's own letters, however these are written (ö, oe). */
  everything(word: string): string;
}

/** The folding of a language. */
export function createFolding({ code, ownLetters = '', digraphs }: Language): Folding {
  const turkish = code === 'tr' || code === 'az';
  const own = new Set(ownLetters);
  return {
    lower(word) {
      if (!turkish && ASCII.test(word)) return word.toLowerCase().replaceAll("'", '');
      const composed = word.normalize('NFKC');
      const lowered = turkish ? composed.toLocaleLowerCase('tr') : composed.toLowerCase();
      return lowered.replace(UNTYPED, '');
    },
    accents: (word) => fold(word, (letter) => (own.has(letter) ? letter : bareLetter(letter))),
    everything(word) {
      const bare = fold(word, bareLetter);
      return digraphs ? bare.replace(digraphs, ([first = '']) => first) : bare;
    },
  };
}

function fold(word: string, letter: (marked: string) => string): string {
  return ASCII.test(word) ? word : word.replace(MARKED_LETTER, letter).replace(OTHER_LETTER, otherLetter);
}

/** What stays of letters that Unicode takes apart; `ø` stays as it is. */
function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function bareLetter(letter: string): string {
  const base = withoutMarks(letter);
  return letters.get(letter) ?? letters.get(base) ?? base;
}

/** A letter, or an Arabic or Persian digit: these stand in blocks of sixteen, from zero. */
function otherLetter(letter: string): string {
  return letters.get(letter) ?? String(letter.charCodeAt(0) & 15);
}
