/**
 * Letters and digits that look like these, for lower case and capitals where those look alike. None of them changes
 * under NFKD.
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
  l: 'iI1|ıіІιΙӏӀɩɪǀʟլԼ',
  m: 'мМΜᴍ',
  n: 'ΝпηոռɴŋՈ',
  o: '0оОοΟօσөᴏⲟ',
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

/** Characters that are no letters, or that are not seen. */
const NO_LETTER = /[^\p{L}\p{M}\p{N}|]|\p{Default_Ignorable_Code_Point}/gu;

/** Accents: the marks of the Latin, Greek and Cyrillic alphabets. */
const ACCENT = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

const LETTER_WITH_ACCENTS = new RegExp(`.(?:${ACCENT.source})*`, 'gsu');

/** Unicode takes no stroke for an accent. */
const STROKES: Readonly<Record<string, string>> = { ø: 'o\u0338', ł: 'l\u0338' };

/** Letters of their own in an alphabet of the twelve languages: Håkan is not called Hakan. */
const OWN_LETTERS = new Set([
  ...Array.from('åäöüñąćęńóśźż', (letter) => letter.normalize('NFD')),
  ...Object.values(STROKES),
]);

/**
 * Whether readers could take one name for the other: by case, spaces, punctuation, accents, or letters that look the
 * same. Letters of their own differ from others, but not from those with an accent that no alphabet has.
 */
export function looksLike(one: string, other: string): boolean {
  if (fold(one) === fold(other)) return true;
  const letters = skeletonOf(one);
  const others = skeletonOf(other);
  return letters.length === others.length && letters.every((letter, at) => isAlike(letter, others[at] ?? ''));
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  return baseOf(one) === baseOf(other) && !(isOrdinary(one) && isOrdinary(other));
}

function isOrdinary(letter: string): boolean {
  return letter === baseOf(letter) || OWN_LETTERS.has(letter);
}

function baseOf(letter: string): string {
  return letter.replace(ACCENT, '');
}

function fold(name: string): string {
  return name.normalize('NFKC').replace(NO_LETTER, '').toUpperCase().toLowerCase();
}

/** Letters with their accents, in the manner of UTS #39 §4, for the Latin alphabet. */
function skeletonOf(name: string): string[] {
  const seen = name.normalize('NFKD').replace(NO_LETTER, '');
  const letters = Array.from(seen, letterOf).join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
  return letters.match(LETTER_WITH_ACCENTS) ?? [];
}

function letterOf(letter: string): string {
  const lower = letter.toLowerCase();
  return STROKES[lower] ?? LETTERS.get(letter) ?? LETTERS.get(lower) ?? lower;
}
