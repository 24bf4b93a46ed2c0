import { findBarriers, openBrowser, type Page, type TestBrowser } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EditedGuide, type EditorServer, startEditorServer } from './testing/editor-server.ts';

let server: EditorServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startEditorServer(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });

async function edit(
  contentHtml: string,
  use: (page: Page, guide: EditedGuide) => Promise<void>,
): Promise<void> {
  const guide = server.add(contentHtml);
  await browser.visit(server.origin + guide.path, {}, async (page) => {
    await page.locator('#editor[data-ready]').waitFor();
    await use(page, guide);
  });
}

describe('the editor', () => {
  it('saves what is typed', async () => {
    await edit('<p>One</p>\n<p>Two\n  lines</p>', async (page, guide) => {
      await textOf(page).getByText('One').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' more');
      await page.getByText('Saved at').waitFor();
      expect(guide.saves.map(({ contentHtml }) => contentHtml)).toEqual([
        '<p>One more</p>\n<p>Two\n  lines</p>',
      ]);
      await page.screenshot({ path: '/tmp/shot.png' });
      expect(await findBarriers(page)).toEqual([]);
    });
  });
});
