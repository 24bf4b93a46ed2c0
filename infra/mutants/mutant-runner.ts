import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { runCLI } from 'jest';
import { mutantContext, readTestId, shareCoverageOfBlocks, testId } from './run-observed-file.ts';

/** The name that Stryker's option `testRunner` has for this runner. */
export const RUNNER = 'guidepost-jest';

// In milliseconds; tests wait for as long as this for something that a mutant keeps from happening.
const TEST_TIMEOUT = 20_000;

// In a regular expression.
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * Runs the tests that cover a mutant, with Jest in this process. Modules are those of Node.js and stay loaded, so that
 * a mutant is a variable that they read. Stryker's own runner of Jest would load every test file, and with each of them
 * the thousand modules of a service, for every mutant. The price: a mutant survives if a module still keeps what it
 * computed before.
 */
function createMutantRunner(): TestRunner {
  let testFiles: string[] = [];
  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async dryRun(options) {
      testFiles = options.testFiles ?? [];
      const tests = await runTests(testFiles);
      const { mutantCoverage = { static: {}, perTest: {} } } = mutantContext();
      shareCoverageOfBlocks(
        mutantCoverage,
        tests.map(({ id }) => id),
      );
      return { status: DryRunStatus.Complete, tests, mutantCoverage };
    },

    async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
      const context = Object.assign(mutantContext(), {
        activeMutant: activeMutant.id,
        hitLimit,
        hitCount: hitLimit === undefined ? undefined : 0,
      });
      const tests = await runTests(testFiles, testFilter?.map(readTestId));
      Reflect.deleteProperty(context, 'activeMutant');
      const endless = determineHitLimitReached(context.hitCount, context.hitLimit);
      return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
    },
  };
}

async function runTests(all: string[], chosen?: { file: string; fullName: string }[]): Promise<TestResult[]> {
  const rootDir = process.cwd();
  const files = chosen ? [...new Set(chosen.map(({ file }) => join(rootDir, file)))] : all;
  const names = chosen?.map(({ fullName }) => fullName.replaceAll(SPECIAL, '\\$&'));
  const { results } = await runCLI(
    {
      _: files,
      $0: '',
      config: JSON.stringify({
        rootDir,
        testMatch: ['**/*.test.ts'],
        transform: {},
        modulePathIgnorePatterns: ['/dist/'],
        testTimeout: TEST_TIMEOUT,
        testRunner: fileURLToPath(new URL('./run-observed-file.ts', import.meta.url)),
      }),
      runTestsByPath: true,
      runInBand: true,
      watchman: false,
      silent: true,
      reporters: [],
      ...(names && { testNamePattern: `^(${names.join('|')})$` }),
    },
    [rootDir],
  );
  return results.testResults.flatMap(resultsOfFile);
}

type FileResult = Awaited<ReturnType<typeof runCLI>>['results']['testResults'][number];

function resultsOfFile({ testFilePath, testResults, failureMessage }: FileResult): TestResult[] {
  const tests = testResults.map(({ fullName, status, duration, failureMessages }): TestResult => {
    const id = testId(testFilePath, fullName);
    const test = { id, name: id, timeSpentMs: duration ?? 0 };
    if (status === 'passed') return { ...test, status: TestStatus.Success };
    if (status !== 'failed') return { ...test, status: TestStatus.Skipped };
    return { ...test, status: TestStatus.Failed, failureMessage: failureMessages.join('\n') };
  });
  if (!failureMessage || tests.some(({ status }) => status === TestStatus.Failed)) return tests;
  // The file did not load, or failed after its tests.
  const id = testId(testFilePath, '');
  return [...tests, { id, name: id, timeSpentMs: 0, status: TestStatus.Failed, failureMessage }];
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, RUNNER, createMutantRunner)];
