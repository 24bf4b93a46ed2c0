import {
  findBarriers,
  findOverflow,
  openBrowser,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListeningService, startListeningService } from '../testing/listening-service.ts';

let service: ListeningService;
let browser: TestBrowser;
let docs: string;

beforeAll(async () => {
  service = await startListeningService([]);
  browser = await openBrowser();
  docs = `${service.origin}/docs`;
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('/docs in a browser', () => {
  it.each([
    { width: 360, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const)('can be read by everybody, $width wide and $colorScheme', async (reader) => {
    await browser.visit(docs, reader, async (page) => {
      await takePicture(page, 'docs');
      expect(await findBarriers(page)).toEqual([]);
    });
  });

  it.each([320, 360])('is never scrolled sideways, %d wide', async (width) => {
    await browser.visit(docs, { width }, async (page) => {
      expect(await findOverflow(page)).toEqual([]);
    });
  });

  it('is used by keyboard: the first key leads past the contents', async () => {
    await browser.visit(docs, {}, async (page) => {
      await page.keyboard.press('Tab');
      await page.locator('a:focus', { hasText: 'Skip to the content' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs#content');
    });
  });

  it('needs no script: the contents open and lead to each operation', async () => {
    await browser.visit(docs, { width: 360, javaScript: false }, async (page) => {
      await page.getByText('Contents', { exact: true }).click();
      await page.getByRole('link', { name: 'Errors' }).click();
      await page.waitForURL('**/docs#errors');
    });
  });
});
