import { fileURLToPath } from 'node:url';
import { findMeilisearch } from '../meilisearch/find-meilisearch.ts';
import { startTestServers, type TestServers } from './test-servers.ts';

declare global {
  /** Handed from Jest's set-up to its teardown, which run in the same process. */
  var guidepostTestServers: TestServers | undefined;
}

// What the programs that tests start were compiled to, so that it is done once and not by each of hundreds of them.
const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/guidepost-tests', import.meta.url),
);

/**
 * Jest's `globalSetup`: one PostgreSQL for the whole run, or the one that `TEST_DATABASE_URL` names; and one Meilisearch
 * where there is a program, or the one that `MEILI_URL` names.
 */
export default async function setUp(): Promise<void> {
  const { TEST_DATABASE_URL: databaseUrl, MEILI_URL: url, MEILI_KEY: key = '' } = process.env;
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // Else every service that a test starts with our environment would search there, whether it is meant to or not.
  delete process.env.MEILI_URL;
  delete process.env.MEILI_KEY;
  const given = { databaseUrl, meilisearch: url ? { url, key } : undefined };
  globalThis.guidepostTestServers = await startTestServers(given, findMeilisearch());
}
