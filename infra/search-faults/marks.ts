import { randomInt } from 'node:crypto';

/** No word of any language ends like these, so none is taken for another form of one. */
const LETTERS = 'bcfhjkmpqrvwxz';
const LENGTH = 12;

/** A word that nobody has written before: whoever finds it finds what it was put into. */
export function newMark(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
