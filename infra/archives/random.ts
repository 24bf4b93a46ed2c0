/** Reproducible numbers in [0, 1) (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** About -3 to 3, mostly near 0. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Ranks from 0, distributed by Zipf's law, like words of a language. */
export function createZipf(size: number): (random: Random) => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) {
    sum += 1 / rank;
    sums.push(sum);
  }
  return (random) => firstAtLeast(sums, random() * sum);
}

function firstAtLeast(sums: readonly number[], target: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
