import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord } from '../analysis/word.ts';
import { countBits } from '../memory/count-bits.ts';
import { lettersOf, type Term } from '../memory/vocabulary.ts';
import { type CountSlips, createSlipCounter } from './slips.ts';
import type { TenantWords } from './tenant-words.ts';

/** Looking at the clock takes as long as looking at some words. */
const CHECKED_EVERY = 1_024;

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
export async function nearestWord({ form }: QueryWord, sources: TenantWords): Promise<Term | undefined> {
  const { vocabulary, analyzer, slice } = sources;
  const limit = mostSlips(form.length);
  if (limit === 0 || !HAS_LETTER.test(form)) return undefined;
  const letters = lettersOf(form);
  const digits = digitsOf(form);
  const slipsBetween = createComparison(form);
  let nearest: Term | undefined;
  let fewest = limit + 1;
  for (let term = 0; term < vocabulary.size; term += 1) {
    if (term % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
    const documents = vocabulary.documents[term] ?? 0;
    if (documents === 0 || countBits(letters ^ (vocabulary.letters[term] ?? 0)) > 2 * limit) continue;
    const other = vocabulary.forms[term] ?? '';
    if (other.length < form.length - 1 || other.length > form.length + limit) continue;
    // Hashes in hexadecimal have much the same letters.
    if (digits !== '' && digitsOf(other) !== digits) continue;
    const slips = slipsBetween(other, Math.min(limit, Math.floor(fewest)));
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
function createComparison(typed: string): CountSlips {
  const countSlips = createSlipCounter(typed);
  return (other, most) => {
    const slips = countSlips(other, most);
    return typed[0] === other[0] || (typed[0] === other[1] && typed[1] === other[0]) ? slips : slips + 0.5;
  };
}
