import './global-setup.ts';

/** Jest's `globalTeardown`: removes everything of the run. */
export default async function tearDown(): Promise<void> {
  await globalThis.guidepostTestServers?.stop();
}
