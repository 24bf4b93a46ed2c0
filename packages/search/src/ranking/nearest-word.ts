import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { Correction } from '../port.ts';
import type { TenantWords } from './concept.ts';
import type { Term } from './known-words.ts';

/**
 * Counts slips between a word and others: their edit distance, with transpositions (optimal string alignment).
 * @returns a number above `most` if there are more
 */
type CountSlips = (meant: string, most: number) => number;

const HAS_LETTER = /\p{L}/u;

/** Words of so many letters have so many neighbours that one is meant only if it is the only one. */
const AMBIGUOUS = 3;

/** Letters that may differ, by the length of the word. */
function mostSlips(length: number): number {
  if (length < AMBIGUOUS) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The word that was probably meant: with the fewest slips, then in most documents. Never a function word, nor
 * one that is shorter by more than a letter, nor one with other digits (`ERR_43`, `ERR_42`). For a word of three
 * letters: the only one that it may have been, which has the same first letter and is no shorter.
 */
export async function nearestWord({ form }: QueryWord, sources: TenantWords): Promise<Term | undefined> {
  const { vocabulary, analyzer, hiddenWords, slice } = sources;
  const limit = mostSlips(form.length);
  if (limit === 0 || !HAS_LETTER.test(form)) return undefined;
  const digits = digitsOf(form);
  const slipsBetween = createComparison(form);
  const isAmbiguous = form.length === AMBIGUOUS;
  const readings = new Set<string>();
  let nearest: Term | undefined;
  let fewest = limit + 1;
  for (const terms of vocabulary.similar(form, limit, hiddenWords)) {
    if (slice.isOver) await slice.next();
    for (const term of terms) compare(term);
  }
  return readings.size > 1 ? undefined : nearest;

  function compare(term: Term): void {
    const other = vocabulary.formOf(term);
    if (other.length < form.length - (isAmbiguous ? 0 : 1) || other.length > form.length + limit) return;
    // Hashes in hexadecimal have much the same letters.
    if (digits !== '' && digitsOf(other) !== digits) return;
    const slips = slipsBetween(other, Math.min(limit, Math.floor(fewest)));
    if (slips > fewest || slips > limit) return;
    if (isAmbiguous && isMeant(other)) readings.add(other);
    const isMore = vocabulary.documentsOf(term) > vocabulary.documentsOf(nearest ?? -1);
    if (slips === fewest && !isMore) return;
    if (!isMeant(other)) return;
    nearest = term;
    fewest = slips;
  }

  function isMeant(other: string): boolean {
    return !isFunctionWord(analyzer, other) && digitsOf(other) === digits;
  }
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

export function createSlipCounter(typed: string): CountSlips {
  const from = Array.from(typed);
  let [beforeLast, last, current] = [0, 1, 2].map(() => new Float64Array(from.length + 2)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return (meant, most) => {
    const to = Array.from(meant);
    if (Math.abs(to.length - from.length) > most) return Number.POSITIVE_INFINITY;
    for (let column = 0; column <= from.length; column += 1) last[column] = column;
    let fewestBefore = 0;
    for (let row = 1; row <= to.length; row += 1) {
      const fewest = fillRow(row, to, most);
      // A transposition continues the row before the last.
      if (fewest > most && fewestBefore >= most) return Number.POSITIVE_INFINITY;
      fewestBefore = fewest;
      [beforeLast, last, current] = [last, current, beforeLast];
    }
    return last[from.length] ?? 0;
  };

  /** Only where at most this many letters can be missing or too many. */
  function fillRow(row: number, to: readonly string[], most: number): number {
    const letter = to[row - 1];
    const begin = Math.max(1, row - most);
    const end = Math.min(from.length, row + most);
    current[begin - 1] = begin === 1 ? row : Number.POSITIVE_INFINITY;
    let fewest = current[begin - 1] ?? 0;
    for (let column = begin; column <= end; column += 1) {
      const typedLetter = from[column - 1];
      let slips = (last[column - 1] ?? 0) + (typedLetter === letter ? 0 : 1);
      if (row > 1 && column > 1 && typedLetter === to[row - 2] && letter === from[column - 2])
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      slips = Math.min(slips, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current[column] = slips;
      if (slips < fewest) fewest = slips;
    }
    current[end + 1] = Number.POSITIVE_INFINITY;
    return fewest;
  }
}

/** A query as it was probably meant; undefined without corrections. */
export function correctedQuery(text: string, corrections: readonly Correction[]): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections.reduce((query, { typed, meant }) => query.replace(wholeWord(typed), () => meant), text);
}

/** Not within another word. */
function wholeWord(word: string): RegExp {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'u');
}
