/**
 * The length of the longest beginning that is still good, where every beginning of a good one is good too. Asks
 * as many times as the length has binary digits.
 */
export function longestBeginning(length: number, isGood: (length: number) => boolean): number {
  let good = 0;
  let bad = length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
