import { relative } from 'node:path';
import { sharedServers } from '@guidepost/local-servers/testing';
import { ROOT } from '../../local/settings.ts';
import { INSIDE_ONE_INSTANCE } from './inside-one-instance.ts';
import { type ObservedFile, readObserved, reasonFor } from './observe-tests.ts';

interface Results {
  testResults: {
    testFilePath: string;
    testResults: { fullName: string; status: string }[];
  }[];
}

interface Test {
  file: string;
  name: string;
  status: string;
}

/** Jest's reporter of what ran on several instances, and what did not and why. */
export default class SuitesReporter {
  #error: Error | undefined;

  async onRunComplete(_: unknown, results: Results): Promise<void> {
    const shared = sharedServers();
    if (!shared) throw new Error('This reporter is for npm run rig -- suites.');
    const tests = results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults.map(({ fullName, status }) => ({
        file: relative(ROOT, testFilePath),
        name: fullName,
        status,
      })),
    );
    const lines = [
      ...describeRun(tests, await readObserved(shared), shared.instances),
      ...describeReasons(tests),
    ];
    console.log(lines.join('\n'));
    const unmatched = findUnmatched(tests);
    if (unmatched.length > 0)
      this.#error = new Error(
        `No test has this name, or one was left out without a reason:\n${unmatched.join('\n')}`,
      );
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}

function describeRun(tests: readonly Test[], files: readonly ObservedFile[], instances: number): string[] {
  const asked = new Map(files.map(({ file, tests: byName }) => [file, byName]));
  const instancesOf = ({ file, name }: Test) => asked.get(file)?.[name]?.length ?? 0;
  const passed = tests.filter(({ status }) => status === 'passed');
  const sent = passed.filter((test) => instancesOf(test) > 0);
  const several = sent.filter((test) => instancesOf(test) > 1);
  const failed = tests.filter(({ status }) => status === 'failed');
  const reads = (server: 'replica' | 'primary') => files.reduce((sum, file) => sum + file.reads[server], 0);
  return [
    `\nOn ${instances} instances: ${passed.length} tests of ${new Set(tests.map(({ file }) => file)).size} files passed, ${failed.length} failed.`,
    `Of those that passed, ${sent.length} sent requests through the balancer, ${several.length} of them to several instances.`,
    `Reads of content: ${reads('replica')} on the replica, ${reads('primary')} on the primary.`,
  ];
}

function describeReasons(tests: readonly Test[]): string[] {
  const leftOut = tests.filter(({ status }) => status === 'pending');
  const byReason = Map.groupBy(leftOut, ({ file, name }) => reasonFor(file, name));
  return [
    `Not run: ${leftOut.length}`,
    ...Array.from(
      byReason,
      ([reason = 'no reason', some]) => `${String(some.length).padStart(6)}  ${reason}`,
    ),
  ];
}

/** Exceptions that except nothing in the files that ran, and tests that were left out without one. */
function findUnmatched(tests: readonly Test[]): string[] {
  const exceptions = Object.values(INSIDE_ONE_INSTANCE).flat();
  const stale = exceptions.filter(([file, words = '']) => {
    const some = tests.filter((test) => test.file.endsWith(file));
    return some.length > 0 && !some.some(({ name }) => name.includes(words));
  });
  const without = tests.filter(({ status, file, name }) => status === 'pending' && !reasonFor(file, name));
  return [
    ...stale.map(([file, words]) => `${file}: ${words}`),
    ...without.map(({ file, name }) => `${file}: ${name}`),
  ];
}
