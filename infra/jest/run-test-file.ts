import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { noteUsedStatements } from '../checks/used-statements.ts';
import { setGlobals } from './globals.ts';

type Circus = (
  globalConfig: unknown,
  projectConfig: unknown,
  environment: unknown,
  runtime: typeof nodeModules,
  ...rest: unknown[]
) => Promise<unknown>;

const require = createRequire(import.meta.url);
const { default: runCircus } = require('jest-circus/runner') as { default: Circus };
const GLOBALS = new URL('./globals.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : nextResolve(specifier, context),
});

/** In place of Jest's own module loader: that of Node.js, so that a worker loads a module once for all its files. */
const nodeModules = {
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path: string) => import(pathToFileURL(path).href),
  // The framework keeps the tests of a file in its module, and its handlers of events in a global: each file starts clean.
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
