import { randomBytes } from 'node:crypto';

/** What the workers of one test run must know of it; Jest hands it to them in their environment. */
export interface TestRun {
  /** The URL of a database on the server where test databases are made. */
  serverUrl: string;
  /** Begins the name of every database of this run, so that none of an earlier run is ever used. */
  prefix: string;
}

/** Begins a run on this server. Only for Jest's global set-up, before the workers start. */
export function beginTestRun(serverUrl: string): TestRun {
  const prefix = `guidepost_test_${randomBytes(4).toString('hex')}_`;
  Object.assign(process.env, { GUIDEPOST_TEST_SERVER: serverUrl, GUIDEPOST_TEST_PREFIX: prefix });
  return { serverUrl, prefix };
}

/** The run that this process belongs to. Throws outside of Jest. */
export function currentTestRun(): TestRun {
  const { GUIDEPOST_TEST_SERVER: serverUrl, GUIDEPOST_TEST_PREFIX: prefix } = process.env;
  if (!serverUrl || !prefix)
    throw new Error('No test run: Jest must run with packages/testing/src/global-setup.ts');
  return { serverUrl, prefix };
}
