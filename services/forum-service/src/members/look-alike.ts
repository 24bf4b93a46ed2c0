/** Letters of other scripts, and digits, that look like these; a capital before it is folded to lower case. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαΑА',
  b: 'ВΒЬь',
  c: 'сСϲ',
  d: 'ԁ',
  e: 'еЕεΕ',
  h: 'һНΗ',
  j: 'јЈ',
  k: 'кКκΚ',
  l: 'iI1|ıіІιΙӏӀΙ',
  m: 'мМΜ',
  n: 'Νп',
  o: '0оОοΟ',
  p: 'рРρΡ',
  q: 'ԛ',
  s: 'ѕЅ5',
  t: 'тТτΤ',
  u: 'υ',
  v: 'νѵ',
  w: 'ԝѡ',
  x: 'хХχΧ',
  y: 'уУΥγ',
  z: 'Ζ',
};

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
);

const NO_LETTER = /[^\p{L}\p{M}\p{N}|]/gu;

/** Whether readers could take one name for the other: by case, spaces, punctuation, or letters that look the same. */
export function looksLike(one: string, other: string): boolean {
  return fold(one) === fold(other) || skeletonOf(one) === skeletonOf(other);
}

function fold(name: string): string {
  return name.normalize('NFKC').replace(NO_LETTER, '').toUpperCase().toLowerCase();
}

/** In the manner of UTS #39 §4, for the Latin alphabet. */
function skeletonOf(name: string): string {
  const letters = Array.from(name.normalize('NFKC').replace(NO_LETTER, ''), letterOf);
  return letters.join('').normalize('NFC').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

function letterOf(letter: string): string {
  const lower = letter.toLowerCase();
  return LETTERS.get(letter) ?? LETTERS.get(lower) ?? lower;
}
