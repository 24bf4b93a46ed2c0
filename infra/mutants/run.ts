import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServers } from '@guidepost/local-servers/testing';
import { Stryker } from '@stryker-mutator/core';
import { readCommandLine, refuseUsage } from '../local/command-line.ts';
import { ROOT } from '../local/settings.ts';
import { RUNNER } from './mutant-runner.ts';

const USAGE = `Usage: npm run mutants -- <folder or file> [<part of the path of a test file>…]

Changes one operator, condition or value of the sources in a folder at a time, and says which of these changes no test
notices. Each of them wants a test, or is none that matters.

It runs the test files of the folder, those of the same package that import one of its files, and those of the package whose
path contains one of the parts: npm run mutants -- services/kb-service/src/writing src/http

Exit codes: 0 the tests notice 85 % of the changes, 1 they do not, 2 wrong usage.`;

const LEAST_PERCENT = 85;

// They need what not every machine has, or take long.
const NOT_RUN = /\.(?:browser|embeddings|meilisearch|meilisearch-program|pgbouncer|s3)\.test\.ts$/;

const { positionals } = readCommandLine(USAGE, { most: 20 });
const [place = '', ...parts] = positionals;
if (!place) refuseUsage(USAGE, 'Which folder?');
process.chdir(ROOT);
const sources = sourcesIn(normalize(place));
const tests = testsOf(sources, parts);
await tryMutants(sources, tests);

function sourcesIn(path: string): string[] {
  if (!existsSync(path)) refuseUsage(USAGE, `There is no ${path}`);
  const files = statSync(path).isFile() ? [path] : globSync(`${path}/**/*.ts`);
  const found = files.filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|node_modules|dist)\//.test(file),
  );
  if (found.length === 0) refuseUsage(USAGE, `There are no sources in ${path}`);
  return found.sort();
}

function testsOf(mutated: string[], parts: string[]): string[] {
  const [first = ''] = mutated;
  const home = first.split('/').slice(0, 2).join('/');
  const folders = new Set(mutated.map((file) => dirname(file)));
  const names = new Set(mutated.map((file) => join(ROOT, file)));
  const found = globSync(`${home}/src/**/*.test.ts`).filter(
    (test) =>
      !NOT_RUN.test(test) &&
      (folders.has(dirname(test)) ||
        parts.some((part) => test.includes(part)) ||
        importsOf(test).some((one) => names.has(one))),
  );
  if (found.length === 0)
    refuseUsage(USAGE, `No test file of ${home} belongs to ${place}: name a part of the path of one`);
  return found.sort();
}

function importsOf(test: string): string[] {
  const paths = readFileSync(test, 'utf8').matchAll(/ from '(\.[^']+)'/g);
  return [...paths].map(([, path = '']) => join(ROOT, dirname(test), path));
}

async function tryMutants(mutate: string[], testFiles: string[]): Promise<void> {
  console.log(`${mutate.length} sources, ${testFiles.length} test files:\n  ${testFiles.join('\n  ')}\n`);
  process.env.NODE_OPTIONS = '--conditions=source';
  const { TEST_DATABASE_URL: databaseUrl } = process.env;
  const servers = await startTestServers({ databaseUrl }, undefined);
  try {
    await new Stryker({
      mutate,
      testFiles,
      testRunner: RUNNER,
      plugins: [fileURLToPath(new URL('./mutant-runner.ts', import.meta.url))],
      coverageAnalysis: 'perTest',
      // A mutant that runs while modules load would need a process of its own.
      ignoreStatic: true,
      // Types notice most changes of texts and objects, since texts are mostly names of a union.
      mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
      concurrency: availableParallelism(),
      timeoutMS: 60_000,
      timeoutFactor: 4,
      dryRunTimeoutMinutes: 30,
      disableTypeChecks: false,
      // Stryker would read it by an API that TypeScript 7 does not have.
      tsconfigFile: 'none',
      tempDirName: '.data/mutants',
      ignorePatterns: ['.data', 'dist', 'artifacts', 'coverage', '*.tsbuildinfo', 'docs/**/*.png'],
      reporters: ['clear-text', 'json', 'progress-append-only'],
      jsonReporter: { fileName: 'artifacts/mutants.json' },
      clearTextReporter: { reportTests: false, logTests: false },
      thresholds: { high: LEAST_PERCENT, low: LEAST_PERCENT, break: LEAST_PERCENT },
    }).runMutationTest();
  } finally {
    await servers.stop();
  }
}
