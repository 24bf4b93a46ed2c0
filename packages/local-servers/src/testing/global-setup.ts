import { fileURLToPath } from 'node:url';
import { findMeilisearch } from '../programs/find-programs.ts';
import { startTestServers, type TestServers } from './test-servers.ts';

declare global {
  /** Shared with Jest's teardown, which runs in the same process. */
  var guidepostTestServers: TestServers | undefined;
}

// A shared compile cache for the hundreds of programs that tests start.
const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/guidepost-tests', import.meta.url),
);

/** Jest's `globalSetup`: starts the servers that `TEST_DATABASE_URL` and `MEILI_URL` do not provide. */
export default async function setUp(): Promise<void> {
  const { TEST_DATABASE_URL: databaseUrl, MEILI_URL: url, MEILI_KEY: key = '' } = process.env;
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // Otherwise every service that a test starts with our environment would search there.
  delete process.env.MEILI_URL;
  delete process.env.MEILI_KEY;
  const given = { databaseUrl, meilisearch: url ? { url, key } : undefined };
  globalThis.guidepostTestServers = await startTestServers(given, findMeilisearch());
}
