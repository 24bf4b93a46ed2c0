import type { QueryWord, Word } from '../analysis/word.ts';

interface Sequence {
  readonly answers: string;
  readonly stems: readonly string[];
}

/** Matches a query's compound or identifier that the text spells as separate words. */
export type FindSequence = (words: readonly Word[], from: number) => Found | undefined;

interface Found {
  readonly answers: string;
  readonly length: number;
}

/** Finds `plug in` for `plug-in`; parts alone do not match: not every 2 for `10.4.2`. Undefined without any to find. */
export function createFindSequence(query: readonly QueryWord[]): FindSequence | undefined {
  const byFirst = Map.groupBy(query.flatMap(sequenceOf), ({ stems }) => stems[0]);
  if (byFirst.size === 0) return undefined;
  return (words, from) => {
    const candidates = byFirst.get(words[from]?.stem);
    const found = candidates?.find(({ stems }) =>
      stems.every((stem, index) => words[from + index]?.stem === stem),
    );
    return found && { answers: found.answers, length: found.stems.length };
  };
}

function sequenceOf({ stem, parts }: QueryWord): Sequence[] {
  return parts.length > 1 ? [{ answers: stem, stems: parts.map((part) => part.stem) }] : [];
}
