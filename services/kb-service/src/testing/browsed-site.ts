import type { TestDatabaseOptions } from '@guidepost/local-servers/testing';
import type { Environment } from '@guidepost/service-kit';
import { makeDemo } from '@guidepost/testing';
import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import type { TestContent } from './content.ts';
import { migrateDatabase, startTestService, type TestService } from './test-service.ts';

/** The knowledge bases of `npm start`, made once in a run of tests. */
export const DEMO: TestDatabaseOptions = {
  template: 'demo',
  async prepare(url) {
    await migrateDatabase(url);
    await makeDemo('infra/local/make-demo.ts', { KB_DATABASE_URL: url });
  },
};

/** Browsers treat names below `localhost` as secure. */
const HOST = 'help.localhost';

/** The pages of a service in a browser. */
export interface BrowsedSite {
  service: TestService;
  /** Opens a page; see `TestBrowser`. */
  visit(path: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the pages of one knowledge base under its host name. */
export async function startBrowsedSite(
  content: TestContent,
  environment: Environment = {},
): Promise<BrowsedSite> {
  const service = await startTestService([{ ...content, host: HOST }], environment);
  return browse(service, service.origin.replace('127.0.0.1', HOST));
}

/** Serves the demo content below `/site/<host>`. */
export async function startBrowsedDemo(): Promise<BrowsedSite> {
  const service = await startTestService([], { SITE_DIRECTORY: 'on' }, DEMO);
  return browse(service, service.origin);
}

async function browse(service: TestService, origin: string): Promise<BrowsedSite> {
  await service.indexed();
  const browser = await openBrowser();
  return {
    service,
    visit: (path, reader, read) => browser.visit(origin + path, reader, read),
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}
