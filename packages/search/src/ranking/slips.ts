/**
 * Counts slips between a word and others: their edit distance, with transpositions (optimal string alignment).
 * @returns a number above `most` if there are more
 */
export type CountSlips = (meant: string, most: number) => number;

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
