/** The edit distance between words, with transpositions (optimal string alignment). */
export function countSlips(typed: string, meant: string): number {
  const from = Array.from(typed);
  const to = Array.from(meant);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const changed = at(last, column) + (letter === other ? 0 : 1);
      const swapped = letter === to[column - 1] && other === from[row - 1];
      current.push(
        Math.min(
          changed,
          at(last, column + 1) + 1,
          at(current, column) + 1,
          swapped ? at(beforeLast, column - 1) + 1 : changed,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
