import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@guidepost/local-servers/testing';
import { readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import {
  findBarriers,
  findOverflow,
  type Locator,
  openBrowser,
  type Page,
  type Reader,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MessageDelivery } from '../../contact/deliver-messages.ts';
import { setTarget } from '../../contact/targets.ts';
import { setProperties } from '../../tenants/administration.ts';
import { setWidgetRules } from '../../tenants/widget.ts';
import { OPERATOR, writeContent, writeImage } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { widgetFiles } from '../../widget/widget-files.ts';

const HOST = 'help.localhost';
const DESK = 'desk@example.com';
const TOKEN = 'picture-of-the-widget0';

const CONTENT = `<p>A refund takes a week, as <a href="/guides/install">the other guide</a> says.</p>
<p><img src="/files/${TOKEN}.png" alt="A receipt" width="300" height="200"></p>
<p><img src="https://elsewhere.example/a.png" alt="A chart"></p>
<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>
<h2>By card</h2><div class="note"><p>Keep the receipt.</p></div>
<pre><code>refund --card</code></pre>
<table><tr><th>Card</th><th>Days</th></tr><tr><td>Debit</td><td>3</td></tr></table>`;

const ARABIC = {
  id: 91,
  slug: 'istirdad',
  title: 'استرداد المبلغ',
  content: '<p>يستغرق الاسترداد أسبوعًا.</p>',
};

let service: TestService;
let browser: TestBrowser;
let help: string;
let server: Server;
let origin: string;
let mail: MailServer;
let owner: DeskClient;

/** The page of another site that is shown next. */
let shown: { policy?: string | undefined; html: string } = { html: '' };

beforeAll(async () => {
  const guides = EXAMPLE.guides?.map((guide) => ({ ...guide, ...(guide.id === 33 && { content: CONTENT }) }));
  service = await startTestService([{ ...EXAMPLE, host: HOST, guides: guides ?? [] }], {
    FORUM_URL: `${HOST}=https://forum.example.com`,
  });
  await writeContent(service.database, { host: 'ar.localhost', language: 'ar', guides: [ARABIC] });
  await service.database.tx(async (transaction) => {
    const { id } = await transaction.one<{ id: number }>('select id from knowledge_bases where host = $1', [
      HOST,
    ]);
    await writeImage(transaction, id, { token: TOKEN, guide: 33, content: 'picture' });
  });
  await setWidgetRules(service.database, OPERATOR, { host: HOST, text: '/checkout/* install tag:basics' });
  const { database, context } = service;
  const target = { host: HOST, kind: 'mail', fields: { email: DESK }, token: '' };
  await setTarget({ database, credentials: context.credentials }, OPERATOR, target);
  await service.settled(HOST);
  await service.indexed();
  mail = await startMailServer();
  owner = await signInAs(service, { host: HOST, role: 'owner' });
  browser = await openBrowser();
  help = service.origin.replace('127.0.0.1', HOST);
  server = createServer((_request, response) => {
    const { policy, html } = shown;
    const headers = policy === undefined ? {} : { 'Content-Security-Policy': policy };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await mail?.stop();
  await service?.stop();
});

interface HostPage {
  path?: string;
  policy?: string;
  head?: string;
  language?: string;
  element?: string;
  script?: string;
  reader?: Reader;
}

async function visit(page: HostPage, read: (page: Page) => Promise<void>): Promise<void> {
  const { path = '/', policy, head = '', language = 'en' } = page;
  const { element = '<guidepost-help></guidepost-help>', script = `${help}/widget.js`, reader } = page;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Acme</title>${head}
    <meta name="viewport" content="width=device-width"></head><body><main><h1>Refunds of orders</h1>
    <p>Acme sells apples.</p></main>${element}<script type="module" src="${script}"></script></body></html>`;
  shown = { policy, html };
  await browser.visit(origin + path, { ...reader, asks: [new URL(script).origin, help] }, read);
}

const launcherOf = (page: Page) => page.getByRole('button', { name: 'Help', exact: true });
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search the guides' });
const resultOf = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('link', { name });
const headingOf = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('heading', { name, level: 2 });

/** The next message that the team gets. */
async function receiveMessage(): Promise<string> {
  const { database, context } = service;
  const worker = new MessageDelivery({
    database,
    credentials: context.credentials,
    mail: readMailSettings({ MAIL_URL: mail.url, MAIL_FROM: 'Help <help@example.com>' }),
    allowPrivate: false,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
  const before = mail.received.length;
  worker.start();
  const { subject, replyTo, text } = await until('it arrives', () => mail.received[before]);
  await worker.stop();
  return `${subject}\n${replyTo?.text}\n${text}`;
}

const deflections = () =>
  service.database.any('select guide_id as guide, times from contact_deflections order by guide_id');

/** The name of what has the focus, within the widget. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inner = document.querySelector('guidepost-help')?.shadowRoot?.activeElement;
    return inner?.textContent || inner?.id || document.activeElement?.localName || '';
  });
}

const motionOf = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).animationName);

/** The three lines of the documentation, and all that a policy can forbid. */
const policyOf = (address: string) =>
  `default-src 'none'; script-src ${address}; connect-src ${address}; img-src ${address}; require-trusted-types-for 'script'; trusted-types 'none'`;

describe('the widget on a page of another site', () => {
  it('needs no more than three lines of a policy that forbids all, and is used by keyboard', async () => {
    await visit({ policy: policyOf(help) }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await resultOf(page, 'Refunds').waitFor();
      expect(asked.map((path) => path.replace(/versions\/[\w-]{12}/, 'versions/x'))).toEqual([
        '/widget/versions/x/panel.js',
        '/widget/start',
        '/widget/suggestions',
      ]);
      expect(await focused(page)).toBe(':query');
      await takePicture(page, 'widget');
      await page.keyboard.type('refund');
      await page.getByRole('dialog').getByRole('status').getByText('1 result').waitFor({ state: 'attached' });
      await takePicture(page, 'widget-search');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await headingOf(page, 'Refunds').waitFor();
      expect(await focused(page)).toBe('Refunds');
      expect(await page.getByRole('img', { name: 'A receipt' }).count()).toBe(1);
      expect(await page.getByText('A chart').count()).toBe(1);
      expect(await resultOf(page, /^Video from YouTube/).getAttribute('href')).toBe(
        `https://${HOST}/guides/refunds`,
      );
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'widget-guide');
      expect(await motionOf(page)).toBe('none');
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect(await motionOf(page)).toBe('appear');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(
        await page.evaluate(() => document.adoptedStyleSheets.length + document.styleSheets.length),
      ).toBe(0);
      await page.getByRole('button', { name: 'Yes' }).press('Enter');
      await page.getByText('Thank you for your feedback.').waitFor();
      await resultOf(page, 'the other guide').press('Enter');
      await headingOf(page, 'Install it').waitFor();
      await page.getByRole('button', { name: 'Back' }).press('Enter');
      await fieldOf(page).waitFor();
      expect(await focused(page)).toBe('Refunds');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await focused(page)).toBe('Help');
    });
    const [votes] = await service.database.any('select upvotes from guide_vote_counts');
    expect(votes).toEqual({ upvotes: 1 });
  });

  it('sends a message with what was done before, once the writer has seen it', async () => {
    const reader = { mayFail: true };
    await visit({ policy: policyOf(help), path: '/cart?token=secret', reader }, async (page) => {
      const told = page.evaluate(
        () =>
          new Promise((resolve) => {
            const names: string[] = [];
            for (const name of ['guidepost-answered', 'guidepost-sent'])
              addEventListener(name, () => {
                names.push(name);
                if (names.length === 2) resolve(names);
              });
          }),
      );
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await fieldOf(page).waitFor();
      await page.keyboard.type('ref');
      await resultOf(page, 'Refunds').waitFor();
      await page.keyboard.type('und');
      await page.getByRole('dialog').getByRole('status').getByText('1 result').waitFor({ state: 'attached' });
      await resultOf(page, 'Refunds').press('Enter');
      await page.evaluate(
        "document.querySelector('guidepost-help').identify({ name: 'Eva', email: 'eva@example.com' })",
      );
      await page.getByRole('button', { name: 'No', exact: true }).press('Enter');
      const waysOn = page.getByRole('group');
      expect(await waysOn.getByRole('link', { name: 'Ask the forum' }).getAttribute('href')).toBe(
        'https://forum.example.com/ask?title=Refunds',
      );
      await waysOn.getByRole('button', { name: 'Contact us' }).press('Enter');
      await headingOf(page, 'Write to us').waitFor();
      const subject = page.getByRole('textbox', { name: 'Subject' });
      await page.keyboard.type('How to install apples');
      await page.getByRole('button', { name: 'This answered my question' }).first().press('Enter');
      await page.getByRole('dialog').getByText('Good to hear').waitFor();
      expect(await deflections()).toEqual([{ guide: 31, times: 1 }]);
      const contact = page.getByRole('dialog').getByRole('button', { name: 'Contact us' });
      await contact.press('Enter');
      expect(await subject.inputValue()).toBe('');
      const before = page.getByRole('group', { name: 'What you did before' }).getByRole('checkbox');
      const searched = before.and(page.getByRole('checkbox', { name: /: refund$/ }));
      await searched.press('Space');
      await subject.fill('How to install apples');
      await page.getByRole('button', { name: 'Install it', exact: true }).press('Enter');
      await headingOf(page, 'Install it').waitFor();
      await page.getByRole('button', { name: 'Back' }).press('Enter');
      expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Eva');
      expect(await before.count()).toBe(5);
      expect(await searched.isChecked()).toBe(false);
      await page.getByRole('checkbox', { name: /^Read: Install it/ }).press('Space');
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'widget-message');
      await page.getByRole('textbox', { name: 'Message' }).fill('It does not work.');
      const file = page.getByLabel('File (optional)');
      await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
      await page.getByRole('button', { name: 'Send message' }).press('Enter');
      await page.getByRole('alert').getByText('This type of file').waitFor();
      expect(await focused(page)).toBe(':message-file');
      await file.setInputFiles([]);
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/contact/messages', (route) => answered.then(() => route.continue()));
      await page.getByRole('button', { name: 'Send message' }).press('Enter');
      // Said to someone who has left the form meanwhile, too, once they come back.
      await page.getByRole('button', { name: 'Back' }).press('Enter');
      answer();
      expect(await told).toEqual(['guidepost-answered', 'guidepost-sent']);
      await contact.press('Enter');
      await page.getByText('Your message has been sent.').waitFor();
      await page.getByRole('button', { name: 'Back' }).press('Enter');
      await contact.press('Enter');
      await subject.waitFor();
      expect(await before.count()).toBe(1);
    });
    const message = await receiveMessage();
    for (const part of [
      'How to install apples',
      '"Eva" <eva@example.com>',
      'It does not work.',
      `Page: Acme ${origin}/cart`,
      `Read:\n- Refunds https://${HOST}/guides/refunds`,
      'Feedback:\n- No: Refunds',
    ])
      expect(message).toContain(part);
    expect(message).not.toMatch(/secret|guides\/install|Searched/);
  });

  it('works on a page that hides everything, breaks arrays and listens to keys; it waits without doing anything', async () => {
    // Attributes tell, since code that runs in this page would meet its arrays.
    const head = `<style>* { display: none !important; font-size: 40px !important; color: red }</style>
      <script>
        const { dataset } = document.documentElement;
        const note = (name) => { dataset[name] = Number(dataset[name] ?? 0) + 1; };
        for (const name of Object.getOwnPropertyNames(Array.prototype))
          if (typeof [][name] === 'function' && name !== 'constructor' && name !== 'push')
            Array.prototype[name] = () => { throw new Error(name + ' is not what it was'); };
        Object.prototype.polluted = 'yes';
        document.addEventListener('keydown', () => note('keys'));
        for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'queueMicrotask', 'fetch'])
          { const real = window[name]; window[name] = (...given) => { note('tasks'); return real(...given); }; }
        for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver', 'Worker'])
          window[name] = class { constructor() { note('tasks'); } };
      </script>`;
    await visit({ head, path: '/checkout/cart' }, async (page) => {
      const told = (name: string) => page.locator('html').getAttribute(`data-${name}`);
      await launcherOf(page).waitFor();
      expect(await told('tasks')).toBeNull();
      expect((await launcherOf(page).boundingBox())?.height).toBeLessThan(60);
      await launcherOf(page).click();
      await page.getByRole('heading', { name: 'Suggested for this page' }).waitFor();
      const suggested = page.getByRole('dialog').getByRole('listitem');
      expect(await suggested.count()).toBe(2);
      await suggested.last().getByText('äpples').waitFor();
      await fieldOf(page).pressSequentially('install');
      await resultOf(page, 'Install it').click();
      await headingOf(page, 'Install it').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      expect([await told('tasks'), await told('keys')]).toEqual([expect.stringMatching(/^\d+$/), null]);
      expect(await page.getByText('Acme sells apples.').isVisible()).toBe(false);
    });
  });

  it('is there twice, is opened and closed by scripts, and may be removed while it is open', async () => {
    const element = `<guidepost-help id="one" position="start" suggest="apples" style="--guidepost-accent: rgb(1, 2, 3)"></guidepost-help>
      <guidepost-help id="two" suggest="off" language="de" contact="off"></guidepost-help>
      <guidepost-help id="three" hidden></guidepost-help>
      <script type="module" src="${help}/widget.js?again"></script>`;
    const head = `<script>
      window.told = [];
      for (const name of ['open', 'search', 'answered'])
        addEventListener('guidepost-' + name, ({ target, detail }) => told.push([target.id, name, detail]));
    </script>`;
    await visit({ element, head }, async (page) => {
      const [one, two] = [launcherOf(page), page.getByRole('button', { name: 'Hilfe', exact: true })];
      expect([await one.count(), await two.count(), await page.getByRole('button').count()]).toEqual([
        1, 1, 2,
      ]);
      expect(await one.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(1, 2, 3)');
      const left = async (button: Locator) => (await button.boundingBox())?.x ?? 0;
      expect([(await left(one)) < 100, (await left(two)) > 900]).toEqual([true, true]);
      await page.evaluate("document.querySelector('#two').open({ query: 'refund' })");
      await resultOf(page, 'Refunds').waitFor();
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Contact us' }).count()).toBe(0);
      expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([
        ['two', 'open', { query: 'refund' }],
        ['two', 'search', { query: 'refund', total: 1 }],
      ]);
      await page.evaluate("document.querySelector('#two').close()");
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.evaluate("document.querySelector('#three').open({ query: 'å'.repeat(100_000) })");
      await page.getByRole('dialog').getByText('That is too long to search for.').first().waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await one.click();
      await resultOf(page, 'äpples').waitFor();
      await page.evaluate("document.querySelector('#one').remove()");
      expect(await page.getByRole('dialog').count()).toBe(0);
      await two.click();
      expect(await fieldOf(page).inputValue()).toBe('refund');
    });
  });

  it.each([
    ['at 320 pixels, in the dark', { width: 320, colorScheme: 'dark' }, HOST, 'sv', 'Hjälp', 'Refunds'],
    ['from right to left', { width: 320 }, 'ar.localhost', 'ar', 'Help', ARABIC.title],
  ] as const)('fits %s', async (_, reader, host, language, name, title) => {
    const script = help.replace(HOST, host);
    const head = `<style>:root { color-scheme: light dark }</style>`;
    const element = '<guidepost-help suggest="off"></guidepost-help>';
    const page: HostPage = { reader, language, head, element, script: `${script}/widget.js` };
    await visit(page, async (opened) => {
      await opened.getByRole('button', { name, exact: true }).click();
      await opened.getByRole('searchbox').fill(title);
      await resultOf(opened, title).click();
      await headingOf(opened, title).waitFor();
      expect(await findOverflow(opened)).toEqual([]);
      const [dialog, view] = await opened.evaluate(() => {
        const root = document.querySelector('guidepost-help')?.shadowRoot;
        const [around, inner] = [root?.querySelector('dialog'), root?.querySelector('.view')];
        return [around?.getBoundingClientRect().width, (inner?.scrollWidth ?? 0) - (inner?.clientWidth ?? 0)];
      });
      expect([dialog, view]).toEqual([320, 0]);
      await takePicture(opened, `widget-${host}`);
      // A window of 1280 × 1024 pixels at 400 %: all of the panel scrolls.
      await opened.setViewportSize({ width: 320, height: 256 });
      for (const part of [
        opened.getByRole('button', { name: /^(?:Close|Stäng)$/ }),
        resultOf(opened, 'Open the help centre'),
      ]) {
        await part.focus();
        const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
        expect([Math.max(0, y), Math.min(257, y + height)]).toEqual([y, y + height]);
      }
    });
  });

  it('is on the page of the documentation; says so if the help centre is closed or away; leaves the link without script', async () => {
    const element = `<guidepost-help><a href="${help}/">Our help</a></guidepost-help>`;
    const example = await readFile(
      new URL('../../../../../docs/embedding/widget.html', import.meta.url),
      'utf8',
    );
    const local = `${service.origin}/site/${HOST}`;
    shown = { html: example.replaceAll('http://127.0.0.1:4010/site/help.example.com', local) };
    await browser.visit(origin, { asks: [service.origin], mayFail: true }, async (page) => {
      await launcherOf(page).click();
      await resultOf(page, 'Install it').click();
      await headingOf(page, 'Install it').waitFor();
    });
    await visit({ element, reader: { javaScript: false } }, async (page) => {
      expect(await page.getByRole('link', { name: 'Our help' }).isVisible()).toBe(true);
    });
    await visit({ element, reader: { mayFail: true } }, async (page) => {
      await page.route('**/widget/**', (route) => route.abort());
      const launcher = page.getByRole('button', { name: 'Our help' });
      await launcher.click();
      await page.getByRole('alert').getByText('Help is not available at the moment.').waitFor();
      expect(await page.getByRole('link', { name: 'Our help' }).isVisible()).toBe(true);
      await page.unroute('**/widget/**');
      await page.route('**/widget/start*', (route) =>
        route.fulfill({
          status: 404,
          json: { message: 'It is closed.' },
          headers: { 'Access-Control-Allow-Origin': '*' },
        }),
      );
      await launcher.click();
      await page.getByRole('dialog').getByRole('alert').getByText('It is closed.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.unroute('**/widget/start*');
      await launcher.click();
      await fieldOf(page).waitFor();
    });
  });

  it('runs a fixed version with the lines of the desk, also once the present one has changed; removed, it runs nowhere', async () => {
    const desk = `/desk/kb/${HOST}/settings/widget`;
    await owner.post(`${desk}/versions`, { action: 'keep' }).expect(303);
    await setProperties(service.database, OPERATOR, { host: HOST, accent_color: '#c8102e' });
    await service.settled(HOST);
    const present = await widgetFiles('#c8102e');
    const { text } = await owner.get(desk).expect(200);
    const [, policy = '', fixed = ''] = Array.from(
      text.matchAll(/<p class="copyable">([^<]*)/g),
      ([, lines = '']) =>
        lines
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
          .replaceAll('&#39;', "'")
          .replaceAll(`https://${HOST}`, help),
    );
    const [, version = ''] = /versions\/([\w-]{12})\/widget\.js" integrity="sha256-/.exec(fixed) ?? [];
    const open = (lines: string, read: (page: Page) => Promise<void>) => {
      shown = {
        policy: `default-src 'none'; ${policy}; require-trusted-types-for 'script'; trusted-types 'none'`,
        html: `<!doctype html><html lang="en"><title>Acme</title><h1>Refunds</h1>${lines}</html>`,
      };
      return browser.visit(origin, { asks: [help], mayFail: true }, read);
    };
    expect(version).not.toBe(present.version);
    await open(fixed, async (page) => {
      const panel = page.waitForRequest(`${help}/widget/versions/${version}/panel.js`);
      await launcherOf(page).click();
      await panel;
      await resultOf(page, 'Refunds').waitFor();
    });
    const changedPanel = open(fixed, async (page) => {
      const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' };
      await page.route('**/panel.js*', (route) =>
        route.fulfill({ headers, body: `document.title = 'changed';${present.panel}` }),
      );
      await launcherOf(page).click();
      await page.getByRole('alert').getByText('Help is not available at the moment.').waitFor();
      expect(await page.title()).toBe('Acme');
    });
    await expect(changedPanel).rejects.toThrow(/^The page logged: [^\n]*'integrity'[^\n]*$/);
    await owner.post(`${desk}/versions`, { action: 'remove', version }).expect(303);
    await service.settled(HOST);
    const removed = open(fixed, async (page) => {
      await page.getByRole('link', { name: 'Help' }).waitFor();
      expect(await launcherOf(page).count()).toBe(0);
    });
    await expect(removed).rejects.toThrow(/^The page logged: [^\n]*'integrity'[^\n]*$/);
  });
});

it('pages of the desk are accessible and fit 320 pixels', async () => {
  const [name = '', value = ''] = owner.cookie.split('=');
  const desk = `${service.origin}/desk/kb/${HOST}`;
  await browser.visit(`${desk}/settings`, { cookie: { name, value } }, async (page) => {
    for (const path of ['settings/widget', 'settings/contact', 'messages']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${desk}/${path}`);
      await takePicture(page, `desk-${path.replace('/', '-')}`);
      await page.setViewportSize({ width: 320, height: 800 });
      expect([path, await findBarriers(page), await findOverflow(page)]).toEqual([path, [], []]);
    }
  });
});

describe('the page of the form', () => {
  it('is used by keyboard: a guide answers, then a message goes with what was done before', async () => {
    // The guide has what the panel leaves out.
    const asks = ['https://www.youtube-nocookie.com', 'https://elsewhere.example'];
    await browser.visit(`${help}/search?q=refund`, { asks, mayFail: true }, async (page) => {
      const main = page.getByRole('main');
      const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' });
      await main.getByRole('link', { name: 'Refunds' }).press('Enter');
      await main.getByRole('button', { name: 'No', exact: true }).press('Enter');
      await main.getByText('Thank you for your feedback.').waitFor();
      const ask = async () => {
        await contact.press('Enter');
        await page.getByRole('textbox', { name: 'What is it about?' }).waitFor();
        await page.keyboard.type('Refunds of apples');
        await page.keyboard.press('Enter');
      };
      await ask();
      await main.getByRole('button', { name: 'This answered my question: Refunds' }).press('Enter');
      await main.getByRole('status').getByText('Good to hear').waitFor();
      expect(await deflections()).toContainEqual({ guide: 33, times: 1 });
      await ask();
      await page.getByRole('textbox', { name: 'Your name' }).waitFor();
      const before = page.getByRole('group', { name: 'What you did before' }).getByRole('checkbox');
      expect(await before.count()).toBe(3);
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'contact');
      await page.setViewportSize({ width: 320, height: 256 });
      expect(await findOverflow(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'Your name' }).focus();
      for (const typed of ['Eva', 'eva@example.com']) {
        await page.keyboard.type(typed);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Tab');
      await page.keyboard.type('It does not work.');
      await page.getByRole('button', { name: 'Send message' }).press('Enter');
      await main.getByRole('status').getByText('Your message has been sent.').waitFor();
      await page.goto(`${help}/contact?subject=another`);
      await page.getByRole('textbox', { name: 'Subject' }).waitFor();
      expect(await before.count()).toBe(0);
    });
    const message = await receiveMessage();
    for (const part of [
      'Refunds of apples',
      '"Eva" <eva@example.com>',
      'It does not work.',
      'Searched for:\n- refund\n',
      `Read:\n- Refunds ${help}/guides/refunds`,
      'Feedback:\n- Refunds: No',
    ])
      expect(message).toContain(part);
  });

  it('works without scripts', async () => {
    await browser.visit(`${help}/contact`, { javaScript: false }, async (page) => {
      await page.getByRole('textbox', { name: 'What is it about?' }).fill('Apples without scripts');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Your name' }).fill('Eva');
      await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('eva@example.com');
      await page.getByRole('textbox', { name: 'Message' }).fill('It does not work.');
      await page.getByRole('button', { name: 'Send message' }).press('Enter');
      await page.getByRole('status').getByText('Your message has been sent.').waitFor();
    });
    expect(await receiveMessage()).toContain('Apples without scripts');
  });
});
