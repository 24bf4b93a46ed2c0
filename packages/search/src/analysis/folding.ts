import type { Language } from './languages.ts';

const ASCII = /^\p{ASCII}*$/u;
// Characters that are not typed: detached accents, Hebrew points, Arabic vowels and tatweel, variation selectors,
// invisible characters and signs inside words. Indic and Thai marks are typed.
const UNTYPED =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]]\p{Cf}\u0640'’＇׳״"·ʼʻ]/gv;
const MARKED_LETTER = /[[\p{sc=Latin}\p{sc=Greek}]--[a-z]]/gv;
const OTHER_LETTER =
  /[\u0450\u0451\u045D\u0622-\u0626\u0629\u0649\u0671\u06A9\u06CC\u0660-\u0669\u06F0-\u06F9]/g;

// Letters that Unicode does not decompose, but people do.
const LATIN = 'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ŧ:t ŋ:n ı:i ĸ:k';
const GREEK_AND_CYRILLIC = 'ς:σ ё:е ѐ:е ѝ:и';
const ARABIC = 'أ:ا إ:ا آ:ا ٱ:ا ؤ:و ئ:ي ى:ي ة:ه ی:ي ک:ك';
const letters = new Map(
  `${LATIN} ${GREEK_AND_CYRILLIC} ${ARABIC}`.split(' ').map((pair) => {
    const [letter = '', folded = ''] = pair.split(':');
    return [letter, folded];
  }),
);

/** Case and accent folding of a language. */
export interface Folding {
  /** Lower case in NFKC, without characters that are not typed. */
  lower(word: string): string;
  /** Also without accents, but with the language's own letters. */
  accents(word: string): string;
  /** Also without the language's own letters, in either spelling (ö, oe). */
  everything(word: string): string;
}

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

/** Decomposes letters where Unicode does; `ø` stays. */
function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function bareLetter(letter: string): string {
  const base = withoutMarks(letter);
  return letters.get(letter) ?? letters.get(base) ?? base;
}

/** Arabic and Persian digits come in blocks of sixteen, from zero. */
function otherLetter(letter: string): string {
  return letters.get(letter) ?? String(letter.charCodeAt(0) & 15);
}
