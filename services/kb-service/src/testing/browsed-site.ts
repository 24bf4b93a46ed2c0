import type { Environment } from '@guidepost/service-kit';
import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import type { TestContent } from './content.ts';
import { DEMO } from './demo.ts';
import { startTestService, type TestService } from './test-service.ts';

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
