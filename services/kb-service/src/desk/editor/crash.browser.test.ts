import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KillableBrowser, openKillableBrowser } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isReady, stateOf, textOf } from '../../testing/edited-pages.ts';
import { type EditedGuide, type EditorServer, startEditorServer } from '../../testing/editor-server.ts';

let server: EditorServer;
let profile: string;

beforeAll(async () => {
  [server, profile] = await Promise.all([startEditorServer(), mkdtemp(join(tmpdir(), 'guidepost-profile-'))]);
});

afterAll(async () => {
  await server.stop();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

async function openGuide({ context }: KillableBrowser, guide: EditedGuide) {
  const page = await context.newPage();
  await page.goto(server.origin + guide.path);
  await isReady(page);
  return page;
}

describe('a browser that is killed while someone types', () => {
  it('has the text when it is started again, and saves it', async () => {
    const guide = server.add('<p>One</p>');
    guide.answer = (response) => response.destroy();
    const first = await openKillableBrowser(profile);
    const page = await openGuide(first, guide);
    await textOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' two three');
    await page.keyboard.press('Control+S');
    await page.getByRole('status').getByText('Your changes are kept in this browser').waitFor();
    await first.kill();
    guide.answer = undefined;
    expect(guide.saves).toEqual([]);

    const second = await openKillableBrowser(profile);
    const again = await openGuide(second, guide);
    await again.getByText('One two three').waitFor();
    await stateOf(again, 'saved');
    await second.kill();
    expect(guide.stored.contentHtml).toBe('<p>One two three</p>');
  });
});
