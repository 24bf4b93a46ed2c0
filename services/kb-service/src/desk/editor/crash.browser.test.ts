import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf, type ServiceProcess, untilBlocked } from '@guidepost/testing';
import {
  type KillableBrowser,
  openBrowser,
  openKillableBrowser,
  type Page,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signInAs } from '../../testing/desk-client.ts';
import { isReady, stateOf, textOf } from '../../testing/edited-pages.ts';
import { type EditedGuide, type EditorServer, startEditorServer } from '../../testing/editor-server.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { startKbService } from '../../testing/processes.ts';
import { startTestService } from '../../testing/test-service.ts';

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

describe('a service that is killed in the middle of saving', () => {
  it('has saved nothing, and the text is saved when it is started again', async () => {
    const { database, url, ...service } = await startTestService([EXAMPLE]);
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const start = async (): Promise<ServiceProcess> => {
      const started = startKbService({ KB_DATABASE_URL: url, KB_PORT: String(port), DESK_URL: origin });
      await portOf(started);
      started.output.resume();
      return started;
    };
    let running = await start();
    const other = await openBrowser();
    const readDraft = () =>
      database.oneOrNone('select content_html, title from guide_drafts where guide_id = 31');
    try {
      const { cookie } = await signInAs(
        { ...service, database, url },
        { host: EXAMPLE.host, role: 'editor' },
      );
      const [name = '', value = ''] = cookie.split('=');
      const address = `${origin}/desk/kb/${EXAMPLE.host}/guides/31`;
      await other.visit(address, { cookie: { name, value }, mayFail: true }, async (page) => {
        await isReady(page);
        await database.tx(async (transaction) => {
          // The last that a save writes.
          await transaction.none('lock table audit_entries in exclusive mode');
          await page.getByLabel('Title').fill('Saved once');
          await page.keyboard.press('Control+S');
          await untilBlocked(database);
          running.child.kill('SIGKILL');
          await running.exit;
        });
        await stateOf(page, 'offline');
        expect(await readDraft()).toBeNull();
        running = await start();
        await stateOf(page, 'saved');
        expect(await readDraft()).toMatchObject({ title: 'Saved once' });
      });
    } finally {
      await other.close();
      running.child.kill('SIGKILL');
      await running.exit;
      await service.stop();
    }
  });
});

async function findFreePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  listening.close();
  await once(listening, 'close');
  return port;
}
