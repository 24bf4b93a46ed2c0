import { randomBytes } from 'node:crypto';

export interface TestRun {
  /** A database on the server where test databases are created. */
  serverUrl: string;
  /** Prefix of the run's database names, so that those of earlier runs are not used. */
  prefix: string;
}

/** A Meilisearch, and a key for indexes called `guidepost-…`. */
export interface MeilisearchAccess {
  url: string;
  key: string;
}

/** Begins a run on these servers; for Jest's global set-up only, before the workers start. */
export function beginTestRun(serverUrl: string, meilisearch: MeilisearchAccess | undefined): TestRun {
  const prefix = `guidepost_test_${randomBytes(4).toString('hex')}_`;
  Object.assign(process.env, {
    GUIDEPOST_TEST_SERVER: serverUrl,
    GUIDEPOST_TEST_PREFIX: prefix,
    ...(meilisearch && { GUIDEPOST_TEST_MEILISEARCH: JSON.stringify(meilisearch) }),
  });
  return { serverUrl, prefix };
}

/** The run of this process. Throws outside Jest. */
export function currentTestRun(): TestRun {
  const { GUIDEPOST_TEST_SERVER: serverUrl, GUIDEPOST_TEST_PREFIX: prefix } = process.env;
  if (!serverUrl || !prefix)
    throw new Error('No test run: Jest must run with packages/local-servers/src/testing/global-setup.ts');
  return { serverUrl, prefix };
}

/** The Meilisearch shared by the tests of this run; only `*.meilisearch.test.ts` are guaranteed one. */
export function meilisearchForTests(): MeilisearchAccess {
  const { GUIDEPOST_TEST_MEILISEARCH: access } = process.env;
  if (!access)
    throw new Error('No Meilisearch in this test run: the file must be called *.meilisearch.test.ts');
  return JSON.parse(access) as MeilisearchAccess;
}

/** The servers that all services share in a run that starts several instances of each. */
export interface SharedServers {
  /** The number of instances of each service. */
  instances: number;
  /** PgBouncer in front of the server of {@link TestRun}: the URL of a database there. */
  poolerUrl: string;
  /** Whether it keeps prepared statements. */
  keepsPrepared: boolean;
  /** A database on the streaming replica. */
  replicaUrl: string;
  /** A folder for what the run observes. */
  notes: string;
}

const SHARED = 'GUIDEPOST_TEST_INSTANCES';

/** Lets each service of the tests that this process starts be several instances. */
export function shareServers(servers: SharedServers): void {
  process.env[SHARED] = JSON.stringify(servers);
}

/** Undefined where each service is one instance, as usual. */
export function sharedServers(): SharedServers | undefined {
  const { [SHARED]: shared } = process.env;
  return shared ? (JSON.parse(shared) as SharedServers) : undefined;
}
