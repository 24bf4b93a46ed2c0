import { relative } from 'node:path';
import { ROOT } from '../local/settings.ts';

/** A file in Jest's results, with times in milliseconds. */
export interface TestFileResult {
  name: string;
  startTime: number;
  endTime: number;
}

const SHOWN = 10;

export function slowestFiles(files: TestFileResult[]): string[] {
  if (files.length <= SHOWN) return [];
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SHOWN);
  return [
    `The ${SHOWN} slowest of ${files.length} test files:`,
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(ROOT, name)}`),
  ];
}
