const WORDS = [
  'span',
  'amp',
  'lt',
  'quot',
  '39',
  'settings.json',
  'connect',
  'connections',
  'C++',
  'café',
  'naïve',
  '接続',
];
const ENTITIES = [
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&#39;',
  '&#x1F600;',
  '&eacute;',
  '&nbsp;',
  '&#115;pan',
  '&amp;amp;',
];
const SIGNS = [
  ' ',
  ' ',
  '\n',
  '.',
  ',',
  "'",
  '-',
  '_',
  '::',
  '(',
  ')',
  '$&',
  '\\',
  '[',
  '*',
  '😀',
  '\u0301',
  '\u00AD',
];
const ELEMENTS = ['p', 'b', 'i', 'span', 'div', 'li', 'code', 'em', 'h2', 'sup', 'a', 'pre', 'blockquote'];
const ATTRIBUTES = ['', ' class="span"', ' title="connect &amp; span"', " id='settings.json'"];
const OTHERS = [
  '<br>',
  '<!-- span connect -->',
  '<img alt="connect" src="span">',
  '<wbr>',
  '<hr>',
  '<video>span</video>',
];

/** Reproducible numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Realistic markup: words, entities and nested elements, partly misplaced. */
export function randomHtml(random: () => number, depth = 3): string {
  const pieces: string[] = [];
  for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1)
    pieces.push(randomPiece(random, depth));
  return pieces.join('');
}

function randomPiece(random: () => number, depth: number): string {
  const choice = random();
  if (choice < 0.35) return pick(random, WORDS);
  if (choice < 0.55) return pick(random, SIGNS);
  if (choice < 0.7) return pick(random, ENTITIES);
  if (choice < 0.75) return pick(random, OTHERS);
  if (depth === 0) return ' ';
  const name = pick(random, ELEMENTS);
  return `<${name}${pick(random, ATTRIBUTES)}>${randomHtml(random, depth - 1)}</${name}>`;
}

function pick(random: () => number, choices: readonly string[]): string {
  return choices[Math.floor(random() * choices.length)] ?? '';
}

const LETTERS = [
  'abcdefghijklmnopqrstuvwxyzåäöøæéèüßçñõãşțğıő',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґђјљњћџ',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώςϊϋ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآ',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'अआइईउऊएऐओऔकखगघचछजझटठडढतथदधनपफबभमयरलवशषसहािीुूेैोौंँ्',
  'அஆஇஈஉஊஎஏஐஒஓகஙசஞடணதநபமயரலவழளறனாிீுூெேைொோ்',
  'アイウエオカキクケコーサシスセソタチツテトナニヌネノ',
];

/** Words of many scripts, most of them short. */
export function randomWords(): string[] {
  const random = seededRandom(1);
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const word = (letters: string, length: number) => Array.from({ length }, () => letter(letters)).join('');
  return LETTERS.flatMap((letters) =>
    Array.from({ length: 1000 }, (_, index) => word(letters, index < 100 ? index + 1 : 1 + (index % 12))),
  );
}
