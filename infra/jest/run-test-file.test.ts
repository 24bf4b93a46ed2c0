import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';

const IMPORT =
  "import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';\n";

/** Test files that fail, by what is wrong with each, with a part of its message. */
const FAILING: [string, source: string, message: string][] = [
  ['a wrong expectation', 'it("adds", () => expect(1 + 1).toBe(3));', 'Expected: 3'],
  ['one wrong case', 'it.each([1, 2])("is %i", (n) => expect(n).toBe(1));', 'Received: 2'],
  ['a failing beforeAll', 'beforeAll(() => Promise.reject(new Error("early"))); it("x", () => {});', 'early'],
  ['a failing beforeEach', 'beforeEach(() => { throw new Error("before"); }); it("x", () => {});', 'before'],
  ['a failing afterEach', 'afterEach(() => { throw new Error("after"); }); it("x", () => {});', 'after'],
  ['a failing afterAll', 'afterAll(() => Promise.reject(new Error("late"))); it("x", () => {});', 'late'],
  ['a test without end', 'it("x", () => new Promise(() => {}), 50);', 'Exceeded timeout of 50 ms'],
  ['a hook without end', 'beforeAll(() => new Promise(() => {}), 50); it("x", () => {});', 'of 50 ms'],
  [
    'an uncaught error',
    'it("x", (done) => void setImmediate(() => { throw new Error("thrown"); }));',
    'thrown',
  ],
  [
    'a rejection',
    'it("x", async () => { Promise.reject(new Error("lost")); await new Promise(setImmediate); });',
    'lost',
  ],
  ['an error outside of tests', 'throw new Error("at once");', 'at once'],
  ['a missing module', 'import "./nowhere.ts"; it("x", () => {});', "Cannot find module '"],
  ['a syntax error', 'it("x", () => {', 'SyntaxError'],
  ['no test', '', 'must contain at least one test'],
  ['an end of the process', 'it("x", () => process.exit(0));', 'A jest worker process'],
];

/** Passes only where globals and modules are those of Node.js, and the environment is its own. */
const PASSING = `
it('shares classes with Node.js', async () => {
  await expect(import('node:fs/promises').then((fs) => fs.readFile('/nowhere'))).rejects.toBeInstanceOf(Error);
});
it('changes the environment', () => {
  expect(process.env.PLANTED).toBeUndefined();
  process.env.PLANTED = 'yes';
});`;

interface Results {
  success: boolean;
  testResults: { name: string; status: string; message: string }[];
}

describe('a run of Jest', () => {
  let folder: string;
  let results: Results;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'guidepost-jest-')));
    for (const [name, source] of [...FAILING, ['passing', PASSING], ['passing too', PASSING]])
      await writeFile(join(folder, `${name}.test.ts`), IMPORT + source);
    results = await runJest(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  function resultOf(name: string): Results['testResults'][number] | undefined {
    return results.testResults.find((one) => basename(one.name) === `${name}.test.ts`);
  }

  it.each(FAILING)('fails for %s', (name, _, message) => {
    expect(resultOf(name)).toMatchObject({ status: 'failed', message: expect.stringContaining(message) });
  });

  it.each(['passing', 'passing too'])('has a file that passes: %s', (name) => {
    expect(resultOf(name)).toMatchObject({ status: 'passed', message: '' });
  });

  it('fails as a whole', () => {
    expect(results.success).toBe(false);
  });
});

async function runJest(rootDir: string): Promise<Results> {
  const config = { rootDir, testMatch: ['**/*.test.ts'], testRunner: `${ROOT}infra/jest/run-test-file.ts` };
  const file = join(rootDir, 'results.json');
  const options = ['--config', JSON.stringify({ ...config, transform: {} }), '--json', '--maxWorkers=2'];
  const { promise, resolve } = Promise.withResolvers<void>();
  const words = ['--conditions=source', 'node_modules/jest/bin/jest.js', ...options, `--outputFile=${file}`];
  execFile('node', words, { cwd: ROOT }, () => resolve());
  await promise;
  return JSON.parse(await readFile(file, 'utf8')) as Results;
}
