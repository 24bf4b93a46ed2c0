import {
  findBarriers,
  findFaintText,
  findOverflow,
  openBrowser,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let browser: TestBrowser;
let docs: string;

beforeAll(async () => {
  service = await startTestService([]);
  browser = await openBrowser();
  docs = `${service.origin}/docs`;
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('/docs in a browser', () => {
  it('has nothing that is wider than the window', async () => {
    await browser.visit(docs, { width: 360 }, async (page) => {
      await takePicture(page, 'docs');
      expect(await findOverflow(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await findOverflow(page)).toEqual([]);
    });
  });

  it('is accessible, wide and light, narrow and dark', async () => {
    await browser.visit(docs, {}, async (page) => {
      await page.evaluate(() => {
        // Two operations of each group: axe takes seconds for all, which are built alike.
        for (const operation of document.querySelectorAll('section article:nth-of-type(n + 3)'))
          operation.remove();
      });
      expect(await findFaintText(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await takePicture(page, 'docs');
      expect(await findBarriers(page)).toEqual([]);
    });
  });

  it('is usable by keyboard, with a skip link first', async () => {
    await browser.visit(docs, {}, async (page) => {
      await page.keyboard.press('Tab');
      await page.locator('a:focus', { hasText: 'Skip to the content' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs#content');
    });
  });

  it('needs no script for its table of contents', async () => {
    await browser.visit(docs, { width: 360, javaScript: false }, async (page) => {
      await page.getByText('Contents', { exact: true }).click();
      await page.getByRole('link', { name: 'Errors' }).click();
      await page.waitForURL('**/docs#errors');
    });
  });
});
