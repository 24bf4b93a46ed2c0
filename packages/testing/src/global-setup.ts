import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from './test-server.ts';

declare global {
  /** Handed from Jest's set-up to its teardown, which run in the same process. */
  var guidepostTestServer: TestServer | undefined;
}

// What the programs that tests start were compiled to, so that it is done once and not by each of hundreds of them.
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/guidepost-tests', import.meta.url));

/** Jest's `globalSetup`: one PostgreSQL for the whole run, or the one that `TEST_DATABASE_URL` names. */
export default async function setUp(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  globalThis.guidepostTestServer = await startTestServer(process.env.TEST_DATABASE_URL);
}
