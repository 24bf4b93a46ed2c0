import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../testing/random-html.ts';
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

function randomWords(): string[] {
  const random = seededRandom(1);
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const word = (letters: string, length: number) => Array.from({ length }, () => letter(letters)).join('');
  return LETTERS.flatMap((letters) =>
    Array.from({ length: 1000 }, (_, index) => word(letters, index < 100 ? index + 1 : 1 + (index % 12))),
  );
}

describe('each stemmer', () => {
  it.each(Object.keys(stemmers))('%s accepts any word and is deterministic', (code) => {
    const words = randomWords();
    const stems = words.map((word) => stemmers[code]?.(word));
    expect(stems.every((stem) => typeof stem === 'string')).toBe(true);
    expect(words.toReversed().map((word) => stemmers[code]?.(word))).toEqual(stems.toReversed());
  });
});

describe('corrections to stemmers', () => {
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
