import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTestsLeftOut } from './browser.ts';
import { meilisearchTestsLeftOut } from './meilisearch.ts';
import { slowestFiles, type TestFileResult } from './slowest-files.ts';
import { runStep } from './step.ts';

interface TestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: TestFileResult[];
}

const LARGEST_SEED = 2 ** 31 - 1;

/** Prints the counts on the last line, for CI. `--seed=…` repeats an order of files. */
export async function runTests(testArguments: string[], stop: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-results-'));
  try {
    const results = join(folder, 'results.json');
    const order = orderOf(testArguments);
    const command = jest('--json', `--outputFile=${results}`, ...order.options, ...testArguments);
    const code = await runStep(order.heading, command, stop);
    if (!stop.aborted) report(JSON.parse(await readFile(results, 'utf8')) as TestResults);
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function orderOf(testArguments: string[]): { heading: string; options: string[] } {
  const given = testArguments.find((word) => word.startsWith('--seed='));
  if (!given && process.env.CI !== 'true') return { heading: 'tests', options: [] };
  const seed = given ?? `--seed=${randomInt(LARGEST_SEED)}`;
  return {
    heading: `tests, files in the random order of ${seed}`,
    options: ['--testSequencer=<rootDir>/infra/checks/shuffled-order.ts', ...(given ? [] : [seed])],
  };
}

// Via Node.js, since Jest's own script would not pass these options on.
function jest(...jestArguments: string[]): [string, ...string[]] {
  const options = [
    '--conditions=source',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
  ];
  return ['node', ...options, 'node_modules/jest/bin/jest.js', ...jestArguments];
}

function report(results: TestResults): void {
  for (const line of slowestFiles(results.testResults)) console.log(line);
  for (const line of [browserTestsLeftOut(), meilisearchTestsLeftOut()]) if (line) console.log(line);
  console.log(closingLine(results));
}

// A file that does not load has no failing tests, but is a failure.
function closingLine(results: TestResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  return `${results.numPassedTests} passed, ${failed} failed${skipped}`;
}
