import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KillableBrowser, openKillableBrowser, type Page } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isReady, stateOf, textOf } from '../../testing/edited-pages.ts';
import { type EditedGuide, type EditorServer, startEditorServer } from '../../testing/editor-server.ts';

let server: EditorServer;
let profile: string;
let browser: KillableBrowser | undefined;

beforeAll(async () => {
  [server, profile] = await Promise.all([startEditorServer(), mkdtemp(join(tmpdir(), 'guidepost-profile-'))]);
});

afterAll(async () => {
  await browser?.kill();
  await server.stop();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** In a browser that has just been started. */
async function openGuide(guide: EditedGuide): Promise<Page> {
  browser = await openKillableBrowser(profile);
  const page = await browser.context.newPage();
  await page.goto(server.origin + guide.path);
  await isReady(page);
  return page;
}

describe('a browser that is killed while someone types', () => {
  it('has the text when it is started again, and saves it', async () => {
    const guide = server.add('<p>One</p>');
    guide.answer = (response) => response.destroy();
    const page = await openGuide(guide);
    await textOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two three');
    await page.keyboard.press('Control+S');
    await page.getByRole('status').getByText('Your changes are kept in this browser').waitFor();
    await browser?.kill();
    guide.answer = undefined;
    expect(guide.saves).toEqual([]);

    const again = await openGuide(guide);
    await again.getByText('One two three').waitFor();
    await stateOf(again, 'saved');
    expect(guide.stored.contentHtml).toBe('<p>One two three</p>');
  });
});
