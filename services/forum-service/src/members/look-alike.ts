/**
 * Letters and digits that look like these, for lower case and capitals where those look alike. None of them changes under
 * NFKD.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαΑАɑᴀ',
  b: 'ВΒЬьʙƅ',
  c: 'сСςᴄⲥ',
  d: 'ԁđɖɗᴅ',
  e: 'еЕεΕҽɛᴇ',
  f: 'ƒքғ',
  g: 'ɡցɢƍɠ',
  h: 'һНΗհʜħ',
  j: 'јЈյʝȷϳ',
  k: 'кКκΚᴋⲕƙĸ',
  l: 'iI1|ıіІιΙӏӀɩɪǀłʟլԼ',
  m: 'мМΜᴍ',
  n: 'ΝпηոռɴŋՈ',
  o: '0оОοΟօσøөᴏⲟ',
  p: 'рРρΡᴘⲣ',
  q: 'ԛգզ',
  r: 'гɼɽʀᴦⲅ',
  s: 'ѕЅ5ꜱƽՏ',
  t: 'тТτΤᴛ',
  u: 'υսʋᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡաɯωᴡ',
  x: 'хХχΧⲭ',
  y: 'уУΥγүʏɣ',
  z: 'Ζᴢ',
};

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
);

/** What is no letter, or one that is not seen. */
const NO_LETTER = /[^\p{L}\p{M}\p{N}|]|\p{Default_Ignorable_Code_Point}/gu;

/** Accents: the marks of the Latin, Greek and Cyrillic alphabets. */
const ACCENT = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

/** Whether readers could take one name for the other: by case, spaces, punctuation, accents, or letters that look the same. */
export function looksLike(one: string, other: string): boolean {
  return fold(one) === fold(other) || skeletonOf(one) === skeletonOf(other);
}

function fold(name: string): string {
  return name.normalize('NFKC').replace(NO_LETTER, '').toUpperCase().toLowerCase();
}

/** In the manner of UTS #39 §4, for the Latin alphabet. */
function skeletonOf(name: string): string {
  const seen = name.normalize('NFKD').replace(NO_LETTER, '').replace(ACCENT, '');
  return Array.from(seen, letterOf).join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

function letterOf(letter: string): string {
  const lower = letter.toLowerCase();
  return LETTERS.get(letter) ?? LETTERS.get(lower) ?? lower;
}
