import { CHANGED_AT_THE_END, type Language } from './languages.ts';
import { stemsOf, type WordForm } from './word.ts';

/** Whether a word that begins there can be one that is sought. */
export type MayBegin = (text: string, index: number) => boolean;

/** The bit in which small letters of ASCII differ from capitals; digits have it, too. */
const SMALL = 32;
const LAST_ASCII = 127;
const SMALL_LETTER_OR_DIGIT = /[a-z0-9]/;
/** The second letter of `oe`, which is left out when it stands for `ö`. */
const SECOND_OF_PAIR = /[ae]/;

/**
 * Tells by the letters that a stem leaves as they are. In a language that keeps beginnings, a word has nothing in common with
 * what is sought unless it begins like it, but for the end of that. Letters that are not ASCII may stand for any.
 */
export function beginningsOf(
  sought: readonly WordForm[],
  { digraphs }: Pick<Language, 'digraphs'>,
): MayBegin {
  const stems = sought.flatMap(stemsOf);
  const beginnings = new Set(
    stems.map((stem) => stem.slice(0, Math.max(1, stem.length - CHANGED_AT_THE_END))),
  );
  const byFirst = Array.from({ length: LAST_ASCII + 1 }, (): string[] => []);
  for (const beginning of beginnings) byFirst[beginning.charCodeAt(0)]?.push(beginning);
  return (text, index) => {
    const unit = text.charCodeAt(index);
    if (unit > LAST_ASCII) return true;
    const candidates = byFirst[unit | SMALL];
    return (
      candidates?.some((beginning) => mayFollow(beginning, text, index, digraphs !== undefined)) === true
    );
  };
}

/** The first letter is known to be the same. */
function mayFollow(beginning: string, text: string, start: number, hasDigraphs: boolean): boolean {
  for (let offset = 1; offset < beginning.length; offset += 1) {
    const unit = text.charCodeAt(start + offset);
    const small = unit | SMALL;
    if (small === beginning.charCodeAt(offset)) continue;
    const character = String.fromCharCode(small);
    if (SMALL_LETTER_OR_DIGIT.test(character)) return hasDigraphs && SECOND_OF_PAIR.test(character);
    // A word may go on behind a hyphen, or with a letter that is not ASCII, but not behind white space or the end.
    return unit > SMALL;
  }
  return true;
}
