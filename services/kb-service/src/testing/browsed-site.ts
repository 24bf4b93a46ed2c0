import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import type { TestContent } from './content.ts';
import { type ListeningService, startListeningService } from './listening-service.ts';

/** Browsers trust names below `localhost` as they trust those that have TLS. */
const HOST = 'help.localhost';

/** A knowledge base whose pages are read in a browser, by its host name. */
export interface BrowsedSite {
  service: ListeningService;
  /** Opens the page at this path; see `TestBrowser`. */
  visit(path: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** @param content under a host name of ours */
export async function startBrowsedSite(content: TestContent): Promise<BrowsedSite> {
  const service = await startListeningService([{ ...content, host: HOST }]);
  await service.indexed();
  const browser = await openBrowser();
  const { port } = new URL(service.origin);
  return {
    service,
    visit: (path, reader, read) => browser.visit(`http://${HOST}:${port}${path}`, reader, read),
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}
