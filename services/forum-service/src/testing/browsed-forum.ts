import type { TestDatabaseOptions } from '@guidepost/local-servers/testing';
import type { Environment } from '@guidepost/service-kit';
import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import { startTestService, type TestService } from './test-service.ts';

export interface BrowsedForum {
  service: TestService;
  visit(path: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export async function startBrowsedForum(
  write: (service: TestService) => Promise<void>,
  environment: Environment = {},
  template?: TestDatabaseOptions,
): Promise<BrowsedForum> {
  const variables = { SITE_DIRECTORY: 'on', RATE_LIMITS: 'off', ...environment };
  const service = await startTestService((origin) => ({ PUBLIC_URL: origin, ...variables }), template);
  await write(service);
  await service.indexed();
  const browser = await openBrowser();
  return {
    service,
    visit: (path, reader, read) => browser.visit(service.origin + path, reader, read),
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}
