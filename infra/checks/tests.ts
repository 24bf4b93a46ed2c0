import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTestsLeftOut } from './browser.ts';
import { embeddingsTestsLeftOut } from './embeddings.ts';
import { meilisearchTestsLeftOut } from './meilisearch.ts';
import { objectStoreTestsLeftOut } from './object-store.ts';
import { pgBouncerTestsLeftOut } from './pgbouncer.ts';
import { slowestFiles, type TestFileResult } from './slowest-files.ts';
import { runStep } from './step.ts';

interface TestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: TestFileResult[];
}

// So that Jest writes results even then.
const PASS_WITH_NO_TESTS = '--passWithNoTests';

const LARGEST_SEED = 2 ** 31 - 1;

/** Prints the counts on the last line, for CI. `--seed=…` repeats an order of files. */
export async function runTests(testArguments: string[], stop: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-results-'));
  try {
    const file = join(folder, 'results.json');
    const order = orderOf(testArguments);
    const code = await runStep(order.heading, jest(file, ...order.options, ...testArguments), { stop });
    if (!existsSync(file)) return code; // stopped, or Jest has said why it cannot begin
    const results = JSON.parse(await readFile(file, 'utf8')) as TestResults;
    const isMissing = results.testResults.length === 0 && !testArguments.includes(PASS_WITH_NO_TESTS);
    if (isMissing) console.error(`No test file matches ${testArguments.join(' ')}`);
    report(results);
    return isMissing ? 1 : code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function orderOf(testArguments: string[]): { heading: string; options: string[] } {
  const given = testArguments.find((word) => word.startsWith('--seed='));
  if (!given && process.env.CI !== 'true') return { heading: 'tests', options: [] };
  const seed = given ?? `--seed=${randomInt(LARGEST_SEED)}`;
  const options = ['--testSequencer=<rootDir>/infra/checks/shuffled-order.ts', seed];
  return {
    heading: `tests, files in the random order of ${seed}`,
    options: options.filter((option) => !testArguments.includes(option)),
  };
}

// Via Node.js, since Jest's own script would not pass its option on.
function jest(results: string, ...testArguments: string[]): [string, ...string[]] {
  const program = 'node_modules/jest/bin/jest.js';
  const passing = [PASS_WITH_NO_TESTS].filter((option) => !testArguments.includes(option));
  return [
    'node',
    '--conditions=source',
    program,
    '--json',
    `--outputFile=${results}`,
    ...passing,
    ...testArguments,
  ];
}

function report(results: TestResults): void {
  for (const line of slowestFiles(results.testResults)) console.log(line);
  const leftOut = [
    browserTestsLeftOut(),
    embeddingsTestsLeftOut(),
    meilisearchTestsLeftOut(),
    objectStoreTestsLeftOut(),
    pgBouncerTestsLeftOut(),
  ];
  for (const line of leftOut) if (line) console.log(line);
  console.log(closingLine(results));
}

// A file that does not load has no failing tests, but is a failure.
function closingLine(results: TestResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  return `${results.numPassedTests} passed, ${failed} failed${skipped}`;
}
