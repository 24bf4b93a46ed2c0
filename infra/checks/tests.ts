import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTestsLeftOut } from './browser.ts';
import { meilisearchTestsLeftOut } from './meilisearch.ts';
import { runStep } from './step.ts';

/** What Jest counted, as far as we read it. */
interface TestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs the tests and ends with their numbers on a line of their own, which CI reads. */
export async function runTests(testArguments: string[], stop: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-results-'));
  try {
    const results = join(folder, 'results.json');
    const code = await runStep('tests', jest('--json', `--outputFile=${results}`, ...testArguments), stop);
    for (const line of [browserTestsLeftOut(), meilisearchTestsLeftOut()]) if (line) console.log(line);
    if (!stop.aborted) console.log(closingLine(JSON.parse(await readFile(results, 'utf8')) as TestResults));
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
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

// A file that does not even load has no tests that could fail, but it is a failure.
function closingLine(results: TestResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  return `${results.numPassedTests} passed, ${failed} failed${skipped}`;
}
