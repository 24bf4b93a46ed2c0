import fc from 'fast-check';

/** Values that have broken services before, or mean something between socket and database. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '1.5',
  '0x10',
  '1e400',
  '9007199254740993',
  '99999999999999999999999999',
  '%',
  '%00',
  '%zz',
  "' or 1=1--",
  '"',
  '\\',
  '<script>alert(1)</script>',
  ']]>',
  '../../etc/passwd',
  'a\r\nX-Injected: 1',
  '\u202e',
  '\ufeff',
  '\ufffe',
  '\u2028',
  'İstanbul',
  '🚲'.repeat(20),
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
];

const long = fc
  .tuple(fc.constantFrom('a', 'å', '[', ' ', ','), fc.constantFrom(65, 300, 2_001))
  .map(([text, times]) => text.repeat(times));

/** Any UTF-16 units, including lone surrogates. */
const anything = fc
  .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

/** Hostile text: what databases cannot store, numbers cannot hold and parsers do not expect. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...HOSTILE), weight: 6 },
  { arbitrary: anything, weight: 3 },
  { arbitrary: long, weight: 1 },
);

/** Mostly usual values, sometimes odd ones; shrinks towards the former. */
export function mostly<T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, one = 8): fc.Arbitrary<T | U> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: usual, weight: one - 1 },
    { arbitrary: odd, weight: 1 },
  );
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;

export function percentEncode(text: string): string {
  return Array.from(text, encodeCharacter).join('');
}

function encodeCharacter(character: string): string {
  if (UNRESERVED.test(character)) return character;
  if (character.isWellFormed()) return encodeURIComponent(character);
  const unit = character.charCodeAt(0);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join('');
}
