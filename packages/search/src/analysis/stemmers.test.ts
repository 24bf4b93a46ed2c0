import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../testing/random-html.ts';
import { withoutEnding } from './beginnings.ts';
import { STEM_ENDINGS } from './languages.ts';
import { stemmers } from './stemmers.ts';

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

/** A thousand words of one to hundred letters of each script. */
function randomWords(): string[] {
  const random = seededRandom(1);
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const word = (letters: string, length: number) => Array.from({ length }, () => letter(letters)).join('');
  return LETTERS.flatMap((letters) =>
    Array.from({ length: 1000 }, (_, index) => word(letters, index < 100 ? index + 1 : 1 + (index % 12))),
  );
}

describe('each stemmer', () => {
  it.each(Object.keys(stemmers))('%s takes any word, and always makes the same of it', (code) => {
    const words = randomWords();
    const stems = words.map((word) => stemmers[code]?.(word));
    expect(stems.every((stem) => typeof stem === 'string')).toBe(true);
    expect(words.toReversed().map((word) => stemmers[code]?.(word))).toEqual(stems.toReversed());
  });
});

describe('a stemmer that changes endings alone', () => {
  const beginnings = randomWords()
    .slice(0, 1_000)
    .flatMap((word) => [
      word,
      ...['ge', 'be', 'un', 'in', 'dis', 'ver', 're', 'y'].map((prefix) => prefix + word),
    ]);
  // For some of these the stemmers put others.
  const endings =
    ' ying ies ied ization ational ability abilities iveness ously logies lessly ication icateur atrice issement amment emment ivement euse aux oya uyez encia ucion logia abilidad mente enza enze ilogie uzione abilmente heiten lichkeit isch ernes elser heter hetene løst isessa ksien tteko minen'.split(
      ' ',
    );
  const words = beginnings
    .flatMap((word) => endings.map((ending) => word + ending))
    .concat('dying tying skies abdication apparemment capabilities existencia frequenza'.split(' '))
    .filter((word) => /^[a-z]+$/.test(word));

  it.each(Object.entries(STEM_ENDINGS))('%s puts none but %s in their place', (code, endings) => {
    const stem = stemmers[code] ?? String;
    expect(words.filter((word) => !word.startsWith(withoutEnding(stem(word), endings)))).toEqual([]);
  });
});

describe('where a stemmer was mended', () => {
  it.each([
    ['en', 'connection selections', 'connect select'],
    ['bg', 'настройки книгите', 'настройк книг'],
    ['fr', 'connexions réflexions', 'connexion réflexion'],
    ['ja', 'サーバー サーバ エラー コピー キー 一ー', 'サーバ サーバ エラー コピー キー 一ー'],
    ['pt', 'opções conexões', 'opçã conexã'],
    ['ro', 'orașele vizibilități', 'oraş vizibil'],
  ])('%s: %s', (code, words, expected) => {
    const stems = words.split(' ').map((word) => stemmers[code]?.(word));
    expect(stems.join(' ')).toBe(expected);
  });
});
