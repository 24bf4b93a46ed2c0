import { randomBytes } from 'node:crypto';

/** What the workers of one test run must know of it; Jest hands it to them in their environment. */
export interface TestRun {
  /** The URL of a database on the server where test databases are made. */
  serverUrl: string;
  /** Begins the name of every database of this run, so that none of an earlier run is ever used. */
  prefix: string;
}

/** Where a Meilisearch is, and a key that may do everything with indexes called `guidepost-…`. */
export interface MeilisearchAccess {
  url: string;
  key: string;
}

/** Begins a run on these servers. Only for Jest's global set-up, before the workers start. */
export function beginTestRun(serverUrl: string, meilisearch: MeilisearchAccess | undefined): TestRun {
  const prefix = `guidepost_test_${randomBytes(4).toString('hex')}_`;
  Object.assign(process.env, {
    GUIDEPOST_TEST_SERVER: serverUrl,
    GUIDEPOST_TEST_PREFIX: prefix,
    ...(meilisearch && { GUIDEPOST_TEST_MEILISEARCH: JSON.stringify(meilisearch) }),
  });
  return { serverUrl, prefix };
}

/** The run that this process belongs to. Throws outside of Jest. */
export function currentTestRun(): TestRun {
  const { GUIDEPOST_TEST_SERVER: serverUrl, GUIDEPOST_TEST_PREFIX: prefix } = process.env;
  if (!serverUrl || !prefix)
    throw new Error('No test run: Jest must run with packages/local-servers/src/testing/global-setup.ts');
  return { serverUrl, prefix };
}

/** The Meilisearch that all tests of this run share; only `*.meilisearch.test.ts` are sure to have one. */
export function meilisearchForTests(): MeilisearchAccess {
  const { GUIDEPOST_TEST_MEILISEARCH: access } = process.env;
  if (!access)
    throw new Error('No Meilisearch in this test run: the file must be called *.meilisearch.test.ts');
  return JSON.parse(access) as MeilisearchAccess;
}
