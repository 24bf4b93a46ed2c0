import type { QueryWord, Word } from '../analysis/word.ts';

interface Sequence {
  readonly answers: string;
  readonly stems: readonly string[];
}

/** How many of the words from a place on are a compound or an identifier of the query written apart, and which. */
export type FindSequence = (words: readonly Word[], from: number) => Found | undefined;

interface Found {
  readonly answers: string;
  readonly length: number;
}

/** Finds `plug in` for the query `plug-in`. Its parts alone are not what was asked for: of `10.4.2` each 2 is not marked. */
export function createFindSequence(query: readonly QueryWord[]): FindSequence {
  const byFirst = Map.groupBy(query.flatMap(sequenceOf), ({ stems }) => stems[0]);
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
