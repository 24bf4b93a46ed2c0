/** The report of a scenario: what it prints, and what was wrong. */
export interface Report {
  /** Things that must not be, one line each. */
  wrong: string[];
  progress(line: string): void;
  print(line: string): void;
  figure(what: string, value: string | number): void;
  /** Wrong unless it holds. */
  check(what: string, holds: boolean): void;
}

const COLUMN = 36;
const MOST_SHOWN = 50;

export function createReport(): Report {
  const wrong: string[] = [];
  return {
    wrong,
    progress: (line) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`),
    print: (line) => console.log(line),
    figure: (what, value) => console.log(`${what.padEnd(COLUMN)}${value}`),
    check(what, holds) {
      console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
      if (!holds) wrong.push(what);
    },
  };
}

/** Prints how it ended. @returns the exit code */
export function endReport({ wrong }: Pick<Report, 'wrong'>, folder: string): number {
  if (wrong.length === 0) {
    console.log('Nothing was wrong.');
    return 0;
  }
  const more = wrong.length > MOST_SHOWN ? [`and ${wrong.length - MOST_SHOWN} more`] : [];
  console.log(['Wrong:', ...wrong.slice(0, MOST_SHOWN), ...more].join('\n  '));
  console.log(`The logs are in ${folder}`);
  return 1;
}

/** `1014 × 503, 2 × ECONNRESET` */
export function describeCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
}

/** `12 in the middle, 40 at most` */
export function describeSpread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} in the middle, ${sorted.at(-1)} at most`;
}

export async function timed<Result>(
  action: () => Promise<Result>,
): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await action();
  return { result, seconds: (performance.now() - began) / 1_000 };
}
