import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTestsLeftOut } from './browser.ts';
import { meilisearchTestsLeftOut } from './meilisearch.ts';
import { slowestFiles, type TestFileResult } from './slowest-files.ts';
import { runStep } from './step.ts';

/** What Jest counted, as far as we read it. */
interface TestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: TestFileResult[];
}

const LARGEST_SEED = 2 ** 31 - 1;

/**
 * Runs the tests and ends with their numbers on a line of their own, which CI reads. CI runs files in random order;
 * `--seed=…` repeats an order, and `--randomize` beside it shuffles the tests in each file, too.
 */
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

// Node.js by its name: Jest's own script would not hand it these options.
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

// A file that does not even load has no tests that could fail, but it is a failure.
function closingLine(results: TestResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  return `${results.numPassedTests} passed, ${failed} failed${skipped}`;
}
