import {
  findBarriers,
  findOverflow,
  openBrowser,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startTestService();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('/docs of the forum in a browser', () => {
  it('is accessible, narrow and dark', async () => {
    await browser.visit(`${service.origin}/docs`, {}, async (page) => {
      await takePicture(page, 'forum-docs');
      await page.setViewportSize({ width: 360, height: 800 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await takePicture(page, 'forum-docs');
      expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
    });
  });
});
