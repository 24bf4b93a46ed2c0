import { seededRandom } from './random-html.ts';

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
