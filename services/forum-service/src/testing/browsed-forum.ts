import type { RequestListener } from 'node:http';
import type { Environment } from '@guidepost/service-kit';
import { listenWith } from '@guidepost/testing';
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
): Promise<BrowsedForum> {
  let serve: RequestListener = (_request, response) => response.end();
  // Forms post to the public address, so the port must be known before the service starts.
  const app = await listenWith((request, response) => serve(request, response));
  const service = await startTestService({
    PUBLIC_URL: app.origin,
    SITE_DIRECTORY: 'on',
    RATE_LIMITS: 'off',
    ...environment,
  });
  serve = service.app;
  await write(service);
  await service.indexed();
  const browser = await openBrowser();
  return {
    service,
    visit: (path, reader, read) => browser.visit(app.origin + path, reader, read),
    async stop() {
      await browser.close();
      await app.close();
      await service.stop();
    },
  };
}
