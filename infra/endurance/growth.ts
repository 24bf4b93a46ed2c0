export interface Sample {
  seconds: number;
  bytes: number;
}

/** Megabytes a minute that fail a run. */
export const MOST_GROWTH = 1;

/** Seconds of samples without which a line says nothing. */
const SHORTEST = 300;

/**
 * Megabytes a minute over the last two thirds, by least squares: caches fill up before. Undefined for a run of less than
 * five minutes.
 */
export function growthOf(samples: readonly Sample[]): number | undefined {
  const end = samples.at(-1)?.seconds ?? 0;
  if (end < SHORTEST) return undefined;
  const last = samples.filter(({ seconds }) => seconds >= end / 3);
  const x = mean(last.map(({ seconds }) => seconds));
  const y = mean(last.map(({ bytes }) => bytes));
  const products = last.reduce((sum, { seconds, bytes }) => sum + (seconds - x) * (bytes - y), 0);
  const squares = last.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return (products / squares) * (60 / 1_000_000);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
