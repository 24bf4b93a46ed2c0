import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as jestGlobals from '@jest/globals';
import { noteUsedStatements } from '../checks/statements.ts';

type Circus = (
  globalConfig: unknown,
  projectConfig: unknown,
  environment: unknown,
  runtime: typeof nodeModules,
  ...rest: unknown[]
) => Promise<unknown>;

const require = createRequire(import.meta.url);
const { default: runCircus } = require('jest-circus/runner') as { default: Circus };

type Globals = Pick<
  typeof jestGlobals,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it'
>;

// Test files import these as `@jest/globals`; they are set for each file, before it is imported.
export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let expect: Globals['expect'];
export let it: Globals['it'];

function setGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globals);
}

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals'
      ? { url: import.meta.url, shortCircuit: true }
      : nextResolve(specifier, context),
});

const timesImported = new Map<string, number>();

/** In place of Jest's own module loader: that of Node.js, so that a worker loads a module once for all its files. */
const nodeModules = {
  unstable_shouldLoadAsEsm: () => true,
  // A test file that runs again, as when mutants are tried, is another module.
  unstable_importModule(path: string): Promise<unknown> {
    const times = timesImported.get(path) ?? 0;
    timesImported.set(path, times + 1);
    return import(`${pathToFileURL(path).href}${times > 0 ? `?${times}` : ''}`);
  },
  // The framework keeps the tests of a file in its module, and its handlers of events in a global: each file starts
  // clean.
  requireInternalModule(path: string): unknown {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    return require(path);
  },
  requireModule: require,
  setGlobalsForRuntime: setGlobals,
  enterTestCode: () => {},
  leaveTestCode: () => {},
};

/** Jest's `testRunner`: its default one, jest-circus, but on the modules and globals of Node.js. */
export default async function runTestFile(...given: Parameters<Circus>): Promise<unknown> {
  const [globalConfig, projectConfig, environment, , ...rest] = given;
  const variables = { ...process.env };
  const several = process.env.GUIDEPOST_TEST_INSTANCES
    ? await import('../rigs/suites/observe-tests.ts')
    : undefined;
  const [path] = rest as [string];
  const finish = several?.observeTests(environment as object, path);
  const testNamePattern = several?.patternFor(path);
  const config = testNamePattern ? { ...(globalConfig as object), testNamePattern } : globalConfig;
  try {
    return await runCircus(config, projectConfig, environment, nodeModules, ...rest);
  } finally {
    await finish?.();
    noteUsedStatements();
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}
