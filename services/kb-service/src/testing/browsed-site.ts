import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import type { TestContent } from './content.ts';
import { makeDemoKnowledgeBases } from './demo.ts';
import { type ListeningService, startListeningService } from './listening-service.ts';

/** Browsers trust names below `localhost` as they trust those that have TLS. */
const HOST = 'help.localhost';

/** The service with pages to be read in a browser. */
export interface BrowsedSite {
  service: ListeningService;
  /** Opens the page at this path; see `TestBrowser`. */
  visit(path: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** The pages of one knowledge base by its host name, which is one of ours. */
export async function startBrowsedSite(content: TestContent): Promise<BrowsedSite> {
  const service = await startListeningService([{ ...content, host: HOST }]);
  return browse(service, service.origin.replace('127.0.0.1', HOST));
}

/** The pages of the demo content, below `/site/<host>`. */
export async function startBrowsedDemo(): Promise<BrowsedSite> {
  const service = await startListeningService([], { SITE_DIRECTORY: 'on' });
  await makeDemoKnowledgeBases(service);
  return browse(service, service.origin);
}

async function browse(service: ListeningService, origin: string): Promise<BrowsedSite> {
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
