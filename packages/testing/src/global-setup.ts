import { startTestServer, type TestServer } from './test-server.ts';

declare global {
  /** Handed from Jest's set-up to its teardown, which run in the same process. */
  var guidepostTestServer: TestServer | undefined;
}

/** Jest's `globalSetup`: one PostgreSQL for the whole run, or the one that `TEST_DATABASE_URL` names. */
export default async function setUp(): Promise<void> {
  globalThis.guidepostTestServer = await startTestServer(process.env.TEST_DATABASE_URL);
}
