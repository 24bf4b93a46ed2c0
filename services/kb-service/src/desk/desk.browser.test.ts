import {
  examineLooks,
  openBrowser,
  type Page,
  type Reader,
  type TestBrowser,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDemoKnowledgeBases } from '../testing/demo.ts';
import { type DeskClient, type ServedDesk, serveDesk, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;

let service: TestService;
let browser: TestBrowser;
let editor: DeskClient;
let served: ServedDesk;

beforeAll(async () => {
  service = await startTestService([]);
  await createDemoKnowledgeBases(service);
  editor = await signInAs(service, { host: HOST, role: 'owner', name: 'Ada Editor' });
  [served, browser] = await Promise.all([serveDesk(service), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await served.stop();
  await service.stop();
});

/** Opens a page of the desk as the editor. */
function visit(path: string, read: (page: Page) => Promise<void>, reader: Reader = {}): Promise<void> {
  const [name = '', value = ''] = editor.cookie.split('=');
  return browser.visit(served.origin + path, { ...reader, cookie: { name, value } }, read);
}

const ready = (page: Page) => page.locator('#editor[data-ready]').waitFor();
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('looks', () => {
  it.each([
    ['desk-guides', `${DESK}/guides`],
    ['desk-editor', `${DESK}/guides/1`],
    ['desk-history', `${DESK}/guides/1/history`],
    ['desk-version', `${DESK}/guides/1/history/1`],
    ['desk-preview', `${DESK}/guides/1/preview?width=phone&scheme=dark`],
    ['desk-insights', `${DESK}/insights`],
    ['desk-structure', `${DESK}/structure`],
    ['desk-category', `${DESK}/structure/categories/1`],
    ['desk-people', `${DESK}/people`],
    ['desk-keys', `${DESK}/keys`],
    ['desk-settings', `${DESK}/settings`],
    ['desk-audit', `${DESK}/audit`],
    ['desk-account', '/desk/account'],
  ])('%s is accessible, wide and narrow, light and dark', async (name, path) => {
    await visit(path, async (page) => {
      if (name === 'desk-editor') await ready(page);
      expect(await examineLooks(page, name)).toMatchObject({ status: 200, faults: [] });
    });
  });
});

describe('an editor', () => {
  it('writes a guide, publishes it, corrects it, restores it, renames it and unpublishes it', async () => {
    await visit(`${DESK}/guides`, async (page) => {
      await button(page, 'New guide').click();
      await ready(page);
      await page.getByLabel('Title').fill('How to return an order');
      await textOf(page).click();
      await page.keyboard.type('# Before you begin\nKeep the parcel.');
      await page.getByText('Saved at').waitFor();
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();
      const address = `${served.origin}/site/${HOST}/guides/how-to-return-an-order`;
      const published = await page.request.get(address);
      expect(await published.text()).toContain('<p>Keep the parcel.</p>');

      await ready(page);
      await textOf(page).getByText('Keep the parcel.').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' And the receipt.');
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();

      await page.getByRole('link', { name: 'History', exact: true }).click();
      await page.getByRole('link', { name: 'Version 1' }).click();
      await page.locator('ins', { hasText: 'And the receipt.' }).waitFor();
      await button(page, 'Restore').click();
      await page.getByText('The version has been restored.').waitFor();
      expect(await (await page.request.get(address)).text()).not.toContain('receipt');

      await ready(page);
      await page.getByLabel('Address').fill('returns');
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();
      expect((await page.request.get(address)).url()).toMatch(/\/guides\/returns$/);

      await ready(page);
      await button(page, 'Unpublish').click();
      await page.getByText('Unpublished.').waitFor();
      expect((await page.request.get(address)).status()).toBe(404);
      await page.getByRole('main').locator('.notice').getByRole('button').click();
      await page.getByText('Published.').waitFor();
      expect((await page.request.get(address)).status()).toBe(200);
    });
  });

  it('works without a script', async () => {
    await visit(
      `${DESK}/guides/2`,
      async (page) => {
        await page.getByLabel('Title').fill('Changed without a script');
        await button(page, 'Publish').click();
        await page.getByText('Published.').waitFor();
        expect(await page.getByLabel('Title').inputValue()).toBe('Changed without a script');
      },
      { javaScript: false },
    );
  });

  it('goes on with what was typed after the browser was killed', async () => {
    await visit(
      `${DESK}/guides/3`,
      async (page) => {
        await ready(page);
        await page.route('**/draft', (route) => route.abort());
        await textOf(page).click();
        await page.keyboard.type('Typed in time. ');
        await page.getByText(/kept in this browser/i).waitFor();
        await page.unroute('**/draft');
        await page.reload();
        await ready(page);
        await page.getByText('Typed in time.').first().waitFor();
      },
      { mayFail: true },
    );
  });

  it('signs in with a passkey', async () => {
    await visit('/desk/account', async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('WebAuthn.enable');
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      });
      await button(page, 'Add a passkey').click();
      await page.getByText('The passkey has been added.').waitFor();
      await button(page, 'Sign out').first().click();
      await page.waitForURL(/sign-in/);
      await button(page, 'Sign in with a passkey').click();
      await page.waitForURL(/guides/);
    });
  });
});
