import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../local/settings.ts';
import { testsLeftOut } from './engines.ts';
import { statementsThatNoTestUsed, USED_STATEMENTS } from './statements.ts';
import { runStep } from './step.ts';

/** A file in Jest's results, with times in milliseconds. */
interface TestFileResult {
  name: string;
  startTime: number;
  endTime: number;
}

interface TestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: TestFileResult[];
}

// So that Jest writes results even then.
const PASS_WITH_NO_TESTS = '--passWithNoTests';

/** In MB, also in workers: what tests make is soon garbage, and their programs need some 6 % less processor time. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

const LARGEST_SEED = 2 ** 31 - 1;

const SLOWEST_SHOWN = 10;

/** Prints the counts on the last line, for CI. `--seed=…` repeats an order of files. */
export async function runTests(testArguments: string[], stop: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-results-'));
  try {
    const file = join(folder, 'results.json');
    const order = orderOf(testArguments);
    const used = join(folder, 'statements');
    await mkdir(used);
    const env = { [USED_STATEMENTS]: used };
    const code = await runStep(order.heading, jest(file, ...order.options, ...testArguments), { stop, env });
    if (!existsSync(file)) return code; // stopped, or Jest has said why it cannot begin
    const results = JSON.parse(await readFile(file, 'utf8')) as TestResults;
    const isMissing = results.testResults.length === 0 && !testArguments.includes(PASS_WITH_NO_TESTS);
    if (isMissing) console.error(`No test file matches ${testArguments.join(' ')}`);
    const unused = testArguments.length === 0 && code === 0 ? await statementsThatNoTestUsed(used) : [];
    for (const text of unused) console.error(`No test ran this statement:\n${text}`);
    report(results);
    // Tests that were left out may be those that run them.
    const isForgotten = unused.length > 0 && testsLeftOut().length === 0;
    return isMissing || isForgotten ? 1 : code;
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
    YOUNG_GENERATION,
    program,
    '--json',
    `--outputFile=${results}`,
    ...passing,
    ...testArguments,
  ];
}

function report(results: TestResults): void {
  for (const line of slowestFiles(results.testResults)) console.log(line);
  for (const line of testsLeftOut()) console.log(line);
  console.log(closingLine(results));
}

export function slowestFiles(files: TestFileResult[]): string[] {
  if (files.length <= SLOWEST_SHOWN) return [];
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_SHOWN);
  return [
    `The ${SLOWEST_SHOWN} slowest of ${files.length} test files:`,
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(ROOT, name)}`),
  ];
}

// A file that does not load has no failing tests, but is a failure.
function closingLine(results: TestResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  return `${results.numPassedTests} passed, ${failed} failed${skipped}`;
}
