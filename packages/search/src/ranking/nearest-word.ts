import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord } from '../analysis/word.ts';
import { lettersOf, type Term } from '../memory/vocabulary.ts';
import { countSlips } from './slips.ts';
import type { TenantWords } from './tenant-words.ts';

const HAS_LETTER = /\p{L}/u;

/** Letters that may differ, by the length of the word: shorter ones are too ambiguous (`form`, `from`). */
function mostSlips(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The visible word that was probably meant: with the fewest slips, then in most documents. Never a function word, nor
 * one that is shorter by more than a letter, nor one with other digits (`ERR_43`, `ERR_42`).
 */
export function nearestWord({ form }: QueryWord, sources: TenantWords): Term | undefined {
  const { vocabulary, analyzer } = sources;
  const limit = mostSlips(form.length);
  if (limit === 0 || !HAS_LETTER.test(form)) return undefined;
  const letters = lettersOf(form);
  const digits = digitsOf(form);
  let nearest: Term | undefined;
  let fewest = limit + 1;
  for (let term = 0; term < vocabulary.size; term += 1) {
    const other = vocabulary.forms[term] ?? '';
    const documents = vocabulary.documents[term] ?? 0;
    if (documents === 0 || other.length < form.length - 1 || other.length > form.length + limit) continue;
    if (differences(letters, vocabulary.letters[term] ?? 0) > 2 * limit) continue;
    // Hashes in hexadecimal have much the same letters.
    if (digits !== '' && digitsOf(other) !== digits) continue;
    const slips = slipsBetween(form, other);
    if (slips > fewest || slips > limit) continue;
    if (slips === fewest && documents <= (vocabulary.documents[nearest ?? 0] ?? 0)) continue;
    if (isFunctionWord(analyzer, other) || digitsOf(other) !== digits) continue;
    nearest = term;
    fewest = slips;
  }
  return nearest;
}

function digitsOf(word: string): string {
  return word.replace(/\P{N}/gu, '');
}

/** A wrong first letter is rare. */
function slipsBetween(typed: string, other: string): number {
  const slips = countSlips(typed, other);
  return typed[0] === other[0] || (typed[0] === other[1] && typed[1] === other[0]) ? slips : slips + 0.5;
}

function differences(some: number, other: number): number {
  let bits = some ^ other;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
