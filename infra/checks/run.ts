import { AppError } from '@guidepost/service-kit';
import { stopRequest } from '../local/programs.ts';
import { runChecks } from './checks.ts';
import { tryEngines } from './engines.ts';
import { runTests } from './tests.ts';

// `npm test`, after infra/local/npm.mjs has installed what is missing: all checks, then the tests, until one fails.
// `npm test -- guides` only runs matching tests.
const stop = stopRequest();
process.exitCode = await run(process.argv.slice(2));

async function run(testArguments: string[]): Promise<number> {
  try {
    await tryEngines();
  } catch (error) {
    console.error(error instanceof AppError ? error.message : error);
    return 1;
  }
  const code = testArguments.length > 0 ? 0 : await runChecks(stop);
  return code === 0 ? runTests(testArguments, stop) : code;
}
