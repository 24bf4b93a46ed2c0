import './global-setup.ts';

/** Jest's `globalTeardown`: nothing of the run stays. */
export default async function tearDown(): Promise<void> {
  await globalThis.guidepostTestServers?.stop();
}
