import { Buffer } from 'node:buffer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import {
  examineLooks,
  findBarriers,
  findOverflow,
  openBrowser,
  type Page,
  type Reader,
  type TestBrowser,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../reviews/set-properties.ts';
import { setLanguages } from '../tenants/languages.ts';
import { knowledgeBaseWebhooks } from '../tenants/webhooks.ts';
import { DEMO } from '../testing/browsed-site.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, type ServedDesk, serveDesk, signInAs } from '../testing/desk-client.ts';
import { cursorIsRead, moveBy, paste, pressTool, shownTool } from '../testing/edited-pages.ts';
import { writeFiles } from '../testing/import-fixture.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { unpublishGuides } from '../writing/publishing/publish-guides.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;

let service: TestService;
let browser: TestBrowser;
let editor: DeskClient;
let served: ServedDesk;
/** The outbox, whose mail the desk shows. */
let folder: string;

beforeAll(async () => {
  service = await startTestService([], {}, DEMO);
  await writeInsights();
  await unpublishGuides(service.database, OPERATOR, { host: HOST, ids: [12] });
  await deleteGuides(service.database, OPERATOR, { host: HOST, ids: [11, 12] });
  await writeWebhook();
  await writeImports();
  editor = await signInAs(service, { host: HOST, role: 'owner', name: 'Ada Editor' });
  const changes = { owner: 'ada.editor@example.com', reviewMonths: 6, reviewedOn: '2026-01-31' };
  await setGuideProperties(service.database, OPERATOR, { host: HOST, ids: [1], changes });
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
  await writeMessages();
  const mail = { MAIL_OUTBOX: folder, MAIL_OUTBOX_PAGE: 'on' };
  [served, browser] = await Promise.all([serveDesk(service, mail), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await served.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Mail that the desk of this machine shows. */
async function writeMessages(): Promise<void> {
  const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
  const link = `http://localhost:4010/desk/links/gpl_${'A'.repeat(43)}`;
  const text = `Follow the link.\n\nChoose a new password:\n${link}\n\n-- \nThe link works once.\n`;
  for (const [index, subject] of ['A new password', 'An invitation'].entries()) {
    const content = { to: 'anna@example.com', subject, text, date: new Date('2026-11-29T10:00:00Z') };
    const name = `2026-11-29T10-00-00.000Z-${index}.${id}.json`;
    await writeFile(join(folder, name), JSON.stringify(content));
  }
}

/** Something for every part of the page of insights. */
async function writeInsights(): Promise<void> {
  const own = '(select id from knowledge_bases where host = $1)';
  for (const statement of [
    `insert into guide_views (knowledge_base_id, guide_id, day, views)
     select g.knowledge_base_id, g.id, current_date - n, 1 + (g.id * n) % 40
     from guides g, generate_series(0, 40) n
     where g.knowledge_base_id = ${own} and g.id % 3 > 0`,
    `insert into searched_queries (tenant_id, query, words, visitor_groups, asked_on)
     select ${own}, substring(sha256(n::text::bytea) for 16), 'how do i export ' || n, 7, current_date
     from generate_series(1, 5) n`,
    `insert into searches_by_query (tenant_id, query, day, searches, in_vain)
     select ${own}, query, current_date - n, 5, 5 - n from searched_queries, generate_series(0, 5) n`,
    `insert into searches_by_day (tenant_id, day, searches, in_vain)
     select ${own}, current_date - n, 25, 20 from generate_series(0, 5) n`,
    `insert into guide_searches (knowledge_base_id, guide_id, query, day, times)
     select tenant_id, 1, query, current_date, 4 from searched_queries where tenant_id = ${own}`,
    `insert into search_synonyms (tenant_id, words)
     select ${own}, array['a word that means the same', 'another such word or phrase ' || n]
     from generate_series(1, 3) n`,
    `insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
     select ${own}, substring(sha256(n::text::bytea) for 16), '/hc/en-us/articles/36004711703' || n || '-Export', 7, current_date
     from generate_series(1, 5) n`,
    `insert into misses_by_path (tenant_id, path_hash, day, misses)
     select ${own}, path_hash, current_date - n, 5 from missed_paths, generate_series(0, 5) n`,
    `insert into addresses (knowledge_base_id, address, guide_id, made_by, made_with)
     select ${own}, 'zendesk:article:36004711' || g.id, g.id, 'Ada Editor', 'import'
     from guides g where g.knowledge_base_id = ${own} and g.id % 5 = 0`,
    `update guide_versions set published_at = now() - interval '30 days' where knowledge_base_id = ${own}`,
  ])
    await service.database.none(statement, [HOST]);
  const guides = await service.database.any<{ slug: string }>(
    `select slug from guides where knowledge_base_id = ${own} order by id limit 2`,
    [HOST],
  );
  for (const { slug } of guides) {
    const vote = service.request.post(`/site/${HOST}/guides/${slug}/vote`).type('form');
    await vote.send({ vote: 'down', comment: `The price.\n${'Long'.repeat(40)}` }).expect(303);
  }
}

/** A webhook whose receiver has not answered until now. */
async function writeWebhook(): Promise<void> {
  const url = 'https://hooks.example.com/services/T0123456789/B0123456789/a-long-address-of-a-receiver';
  const [webhooks, change] = [knowledgeBaseWebhooks(service.database), { host: HOST, actor: OPERATOR }];
  await webhooks.add(change, { url, types: [] });
  await unpublishGuides(service.database, OPERATOR, { host: HOST, ids: [2, 3, 4] });
  await webhooks.test(change, 1);
  const data = `{"type":"guide","id":"2","attributes":{"slug":"${'long-'.repeat(30)}slug"}}`;
  await service.database.none(
    `update webhook_events set payload = '{"type":"guide.unpublished","data":' || $1 || '}';
     update webhook_deliveries set attempts = 2;
     update webhook_deliveries set outcome = 'delivered', ended_at = now() where id = 2;
     update webhook_deliveries set outcome = 'set-aside', ended_at = now() where id = 3;
     insert into webhook_attempts (delivery_id, number, attempted_at, milliseconds, status, answer, error)
     values (1, 1, now(), 10000, null, null, 'timeout'), (1, 2, now(), 87, 503, $2, null), (2, 1, now(), 5, 204, '', null)`,
    [data, '<h1>503 Service Unavailable</h1>\n'.repeat(30)],
  );
}

/** An import that has ended, and one that goes on. */
async function writeImports(): Promise<void> {
  const changes = { created: 12, updated: 3, unchanged: 1_204 };
  const places = ['install/linux/a-long-name-of-a-file-in-a-folder.md', 'billing.md'];
  const report = {
    guides: changes,
    categories: changes,
    tags: changes,
    addresses: changes,
    files: 48,
    lists: {
      leftOut: { total: 1, items: ['manual/../evil.md: has a path that leads elsewhere'] },
      notPublic: { total: 60, items: places.map((place) => `${place}: draft: true`) },
    },
    toMend: {
      total: 2,
      items: [
        { place: places[0], guideId: 1, kind: 'link', said: '../windows.md#a-heading-that-is-not-there' },
        { place: places[1], kind: 'picture', said: 'images/step-1.png: there is no such file' },
      ],
    },
  };
  await service.database.none(
    `insert into import_jobs (knowledge_base_id, file_name, started_by, decided_by, state, heartbeat_at, ended_at, files,
       guides_read, guides, report)
     select k.id, 'manual of the year.zip', 'Ada Editor', 'Ada Editor', s.state, 'infinity', now(), 1300, 480, 1219, $2
     from knowledge_bases k, (values ('imported'), ('importing')) s(state)
     where k.host = $1`,
    [HOST, report],
  );
}

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
    ['desk-guides', `${DESK}/guides?state=published&owner=me&sort=title`],
    ['desk-editor', `${DESK}/guides/1`],
    ['desk-history', `${DESK}/guides/1/history`],
    ['desk-version', `${DESK}/guides/1/history/1`],
    ['desk-deleted', `${DESK}/deleted`],
    ['desk-deleted-guide', `${DESK}/deleted/11`],
    ['desk-preview', `${DESK}/guides/1/preview?width=phone&scheme=dark`],
    ['desk-insights', `${DESK}/insights`],
    ['desk-guide-insights', `${DESK}/guides/1/insights`],
    ['desk-leads-to', `${DESK}/insights/leads-to?words=export`],
    ['desk-structure', `${DESK}/structure`],
    ['desk-synonyms', `${DESK}/structure/synonyms?words=export`],
    ['desk-addresses', `${DESK}/structure/addresses?address=/old/install-and-start`],
    ['desk-category', `${DESK}/structure/categories/1`],
    ['desk-import', `${DESK}/structure/import`],
    ['desk-import-report', `${DESK}/structure/import/1`],
    ['desk-import-links', `${DESK}/structure/import/1/links`],
    ['desk-import-progress', `${DESK}/structure/import/2`],
    ['desk-people', `${DESK}/people`],
    ['desk-keys', `${DESK}/keys`],
    ['desk-webhooks', `${DESK}/webhooks`],
    ['desk-webhook', `${DESK}/webhooks/1`],
    ['desk-webhook-event', `${DESK}/webhooks/1/events/1`],
    ['desk-settings', `${DESK}/settings`],
    ['desk-audit', `${DESK}/audit`],
    ['desk-health', `${DESK}/health`],
    ['desk-mail', `${DESK}/health/mail`],
    ['desk-account', '/desk/account'],
    ['desk-reset', '/desk/sign-in/reset'],
    ['desk-notifications', `${DESK}/notifications`],
  ])('%s is accessible, wide and narrow, light and dark', async (name, path) => {
    await visit(path, async (page) => {
      if (name === 'desk-editor') await ready(page);
      expect(await examineLooks(page, name)).toMatchObject({ status: 200, faults: [] });
    });
  });
});

describe('several languages', () => {
  const GERMAN = `${DESK}%3Ade`;

  beforeAll(async () => {
    const change = { host: HOST, languages: ['en', 'de'] };
    await setLanguages(service.database, OPERATOR, change);
    const text = { title: 'Anfangen', contentHtml: '<p>So fangen Sie an.</p>', state: 'published' } as const;
    await editGuide(service.database, OPERATOR, { host: `${HOST}:de`, guideId: 1, ...text });
    await editGuide(service.database, OPERATOR, { host: HOST, guideId: 1, title: 'Where to begin' });
  });

  afterAll(() =>
    setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en'], withTranslations: true }),
  );

  it.each([
    ['desk-guides-languages', `${DESK}/guides`],
    ['desk-translation', `${GERMAN}/guides/1`],
    ['desk-source-changes', `${GERMAN}/guides/1/source`],
    ['desk-languages', `${DESK}/settings/languages`],
  ])('%s is accessible, wide and narrow, light and dark', async (name, path) => {
    await visit(path, async (page) => {
      if (name === 'desk-translation') await ready(page);
      if (name === 'desk-languages') {
        await button(page, 'Remove: German').click();
        await page.getByLabel('Type “de” to confirm').waitFor();
      }
      expect(await examineLooks(page, name)).toMatchObject({ faults: [] });
    });
  });
});

describe('the page of a guide', () => {
  const bottomOf = (page: Page, part: string) =>
    page.locator(part).evaluate((element) => element.getBoundingClientRect().bottom);

  it.each(['en', 'de', 'fi'])(
    'has at most 220 pixels above the first line: header, state and buttons, title, a row of tools (%s)',
    async (locale) => {
      const read = async (page: Page) => {
        await page.locator('#editor[data-ready]').waitFor();
        const first = page.locator('.ProseMirror > :first-child');
        expect(await first.evaluate((line) => line.getBoundingClientRect().top)).toBeLessThanOrEqual(220);
        const parts = ['.top', '.editing-heading', '#title', '.bars'];
        const bottoms = await Promise.all(parts.map((part) => bottomOf(page, part)));
        expect(bottoms).toEqual(bottoms.toSorted((one, other) => one - other));
      };
      await visit(`${DESK}/guides/1`, read, { locale });
    },
  );

  it.each([
    { width: 1280, height: 800 },
    { width: 900, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])('has Publish, Preview and all tools within reach in long guides, at $width × $height', async (size) => {
    await visit(`${DESK}/guides/1`, async (page) => {
      await page.setViewportSize(size);
      await ready(page);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      for (const control of [button(page, 'Publish'), page.getByRole('link', { name: 'Preview' })])
        await control.click({ trial: true });
      expect(await bottomOf(page, '.bars')).toBeLessThan(100);
      await button(page, 'More tools').click();
      for (const tool of ['Bold', 'Table', 'Strikethrough', 'Clear formatting'])
        await button(page, tool).click({ trial: true });
      for (const control of [button(page, 'Undo'), button(page, 'Redo'), page.getByLabel('Callout')])
        expect(await control.isVisible()).toBe(true);
      expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
      const more = button(page, 'More');
      if (await more.isVisible()) await more.click();
      await page.getByRole('link', { name: 'History', exact: true }).click({ trial: true });
      await button(page, 'Save draft').click({ trial: true });
      expect(await findBarriers(page)).toEqual([]);
    });
  });
});

describe('owner and reviews', () => {
  it('that are chosen beside the text are saved with the draft, which keeps what is typed', async () => {
    await visit(`${DESK}/guides/2`, async (page) => {
      await ready(page);
      await page.getByLabel('Owner').selectOption('Ada Editor');
      await page.getByLabel('Review every').fill('3');
      await page.getByLabel('Summary').fill('In short');
      await page.getByLabel('Search words').fill('one,two words');
      await page.getByLabel('Title').fill('Typed meanwhile');
      await button(page, 'Save draft').click();
      await page.getByText('Next review:').waitFor();
      expect(await page.getByLabel('Summary').inputValue()).toBe('In short');
      expect(await page.getByLabel('Search words').inputValue()).toBe('one, two words');
      expect(await page.getByLabel('Title').inputValue()).toBe('Typed meanwhile');
      expect(await page.getByLabel('Owner').inputValue()).toBe('ada.editor@example.com');
      await button(page, 'Still right').click();
      await page.getByText('The next review has moved on.').waitFor();
    });
  });
});

describe('an owner who is chosen beside the text', () => {
  const choose = async (page: Page, months: string) => {
    await ready(page);
    await page.getByLabel('Owner').selectOption('Ada Editor');
    await page.getByLabel('Review every').fill(months);
  };

  it('is saved with Ctrl+S', async () => {
    await visit(`${DESK}/guides/3`, async (page) => {
      await choose(page, '4');
      await page.keyboard.press('Control+S');
      await page.getByText('Next review:').waitFor();
      expect(await page.getByLabel('Owner').inputValue()).toBe('ada.editor@example.com');
      expect(await page.getByLabel('Review every').inputValue()).toBe('4');
    });
  });

  it('is not left behind without a warning', async () => {
    await visit(`${DESK}/guides/4`, async (page) => {
      const warned = () =>
        page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
      await ready(page);
      expect(await warned()).toBe(false);
      await choose(page, '5');
      expect(await warned()).toBe(true);
      await page.getByLabel('Owner').selectOption('No one');
      await page.getByLabel('Review every').fill('');
      expect(await warned()).toBe(false);
      await choose(page, '5');
      await button(page, 'Save owner and review').click();
      await page.getByText('Next review:').waitFor();
      await ready(page);
      expect(await warned()).toBe(false);
    });
  });

  it('stays chosen, and unsaved, when the guide is still right', async () => {
    await visit(`${DESK}/guides/1`, async (page) => {
      await ready(page);
      await page.getByLabel('Owner').selectOption('No one');
      await button(page, 'Still right').click();
      await page.getByText('The next review has moved on.').waitFor();
      await ready(page);
      expect(await page.getByLabel('Owner').inputValue()).toBe('');
      expect(
        await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
      ).toBe(true);
      await button(page, 'Save owner and review').click();
      await page.getByText('Saved.').waitFor();
    });
  });
});

it('the page of a guide says who else has it open, to both', async () => {
  const bo = await signInAs(service, { host: HOST, role: 'author', name: 'Bo' });
  await visit(`${DESK}/guides/8`, async (page) => {
    const present = () => bo.send(`${DESK}/guides/8/open`, { open: true }).expect(200);
    await present();
    // Coming back to the window asks at once.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('Bo has this guide open').waitFor();
    expect((await present()).body).toEqual({ colleagues: ['Ada Editor'] });
  });
});

describe('notes on a passage', () => {
  it('are written on what is selected, shown in the text, answered and resolved, and stay out of it', async () => {
    await visit(`${DESK}/guides/8`, async (page) => {
      await page.locator('#editor[data-ready]').waitFor();
      const text = page.getByRole('textbox', { name: 'Content' });
      const stored = () => service.database.one('select content_html from guides where id = 8');
      const before = await stored();
      await text.getByRole('paragraph').first().click({ clickCount: 3 });
      await page.keyboard.press('Control+Alt+M');
      const notes = page.getByRole('region', { name: 'Notes' });
      expect(await notes.getByLabel('Passage').inputValue()).not.toBe('');
      await page.keyboard.type('Is this still so?');
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.getByText('Is this still so?').waitFor();
      await page.locator('.noted[title="Is this still so?"]').first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await notes.getByText('Answer', { exact: true }).first().click();
      await notes.getByRole('textbox', { name: 'Answer' }).fill('Yes.');
      await notes.getByRole('button', { name: 'Answer' }).click();
      await notes.getByText('Yes.').waitFor();
      await notes.getByRole('blockquote').getByRole('button').click();
      await page.keyboard.type('Something else.');
      await notes.getByText('This passage is no longer in the text.').waitFor();
      await page.keyboard.press('Control+Z');
      await notes.getByText('This passage is no longer in the text.').waitFor({ state: 'hidden' });
      await page.locator('.noted').first().waitFor();
      await notes.getByRole('button', { name: 'Resolve' }).click();
      await notes.getByText('Resolved: 1').waitFor();
      await page.locator('.noted').first().waitFor({ state: 'detached' });
      expect(await stored()).toEqual(before);
    });
  });
});

describe('the filters of the list', () => {
  it('apply when they are chosen, keep what is searched, and go with their chip', async () => {
    await service.indexed();
    await visit(`${DESK}/guides`, async (page) => {
      await page.getByRole('searchbox').fill('retrun');
      await button(page, 'Apply').click();
      await page.getByText(/Showing results for “return.*” instead/).waitFor();
      await page.getByRole('link', { name: 'My guides' }).click();
      await page.waitForURL(/q=retrun&owner=me$/);
      await page.getByLabel('State').selectOption('Published');
      await page.waitForURL(/q=retrun&state=published&(?:.*&)?owner=me/);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'State Published' }).click();
      await page.waitForURL(/q=retrun&owner=me$/);
      expect(await page.getByLabel('Owner').inputValue()).toBe('me');
      await page.getByText('Save as a view').click();
      await page.getByLabel('Name').fill('Mine about returns');
      await page.getByLabel('Show it to everyone at this desk').check();
      await button(page, 'Save').click();
      await page.getByText('Saved.').waitFor();
      expect(await page.locator('.views [aria-current]').textContent()).toContain('Mine about returns');
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Manage views' }).click();
      await button(page, 'Rename Mine about returns').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await button(page, 'Delete Mine about returns').click();
      await button(page, 'Undo').click();
      await page.getByText('Saved.').waitFor();
    });
  });
});

/** Whether text at the cursor, or all of `part`, is in the window and below none of its bars. */
function isSeen(page: Page, part?: string): Promise<boolean> {
  return page.evaluate(async (selector) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const surface = document.querySelector<EditorElement>('[role="textbox"].ProseMirror');
    const { view } = surface?.editor ?? {};
    if (!surface || !view) throw new Error('There is no editor.');
    const element = selector ? surface.querySelector(selector) : undefined;
    const { left, top, bottom } =
      element?.getBoundingClientRect() ?? view.coordsAtPos(view.state.selection.head);
    return [top + 1, bottom - 1].every((y) => surface.contains(document.elementFromPoint(left + 1, y)));
  }, part);
}

interface EditorElement extends HTMLElement {
  editor?: {
    view: { state: { selection: { head: number } }; coordsAtPos(position: number): Omit<DOMRect, 'x' | 'y'> };
  };
}

/** Whether the cursor, or `part`, is in the window and below none of its bars. */
function isSeenInHtml(page: Page, part = '.cm-cursor-primary'): Promise<boolean> {
  return page.locator('.code-view').evaluate(async ({ shadowRoot }, selector) => {
    // CodeMirror scrolls and draws the cursor in the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { left, top, bottom } =
      shadowRoot?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const seen = [top + 1, bottom - 1].map((y) => shadowRoot?.elementFromPoint(left + 1, y));
    return seen.every((element) => shadowRoot?.querySelector('.cm-editor')?.contains(element ?? null));
  }, part);
}

/** As phones do, which show less of the window then without making it smaller. */
async function openKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((keyboard) => {
    Object.defineProperty(window.visualViewport, 'height', { value: window.innerHeight - keyboard });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  }, height);
}

/** Pastes a picture that is as high as the window. */
async function pastePicture(page: Page): Promise<void> {
  await textOf(page).evaluate(async (surface) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 });
    const picture = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn));
    const clipboardData = new DataTransfer();
    if (picture) clipboardData.items.add(new File([picture], 'high.png', { type: 'image/png' }));
    surface.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
}

/** As the browser's own search does. */
async function findOnPage(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => (window as unknown as BrowserWindow).find(words, true, false, true), text);
  await cursorIsRead(page);
}

/** Not in a standard, but in all browsers. */
interface BrowserWindow {
  find(text: string, isCaseSensitive: boolean, isBackwards: boolean, goesRound: boolean): boolean;
}

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

describe('the line that one writes', () => {
  async function write(
    size: (typeof WINDOWS)[number],
    use: (page: Page) => Promise<void>,
    reader: Reader = {},
  ): Promise<void> {
    const read = async (page: Page) => {
      await page.setViewportSize(size);
      // Smooth scrolling would never catch up with fast keys.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await button(page, 'New guide').click();
      await ready(page);
      await textOf(page).focus();
      await use(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    };
    await visit(`${DESK}/guides`, read, reader);
  }

  it.each(WINDOWS)(
    'is seen while 60 lines are typed, and on the way back, at $width × $height',
    async (size) => {
      await write(size, async (page) => {
        const covered: string[] = [];
        for (let line = 1; line <= 60; line += 1) {
          await page.keyboard.type('a\n');
          if (!(await isSeen(page))) covered.push(`line ${line}`);
        }
        for (let line = 60; line > 0; line -= 1) {
          await moveBy(page, 'ArrowUp');
          if (!(await isSeen(page))) covered.push(`line ${line}, going up`);
        }
        expect(covered).toEqual([]);
      });
    },
  );

  const LINES = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`);

  it.each(WINDOWS)(
    'is seen after more than fits was pasted or inserted, at $width × $height',
    async (size) => {
      await write(size, async (page) => {
        await paste(page, '', LINES.join('\n'));
        expect(await isSeen(page)).toBe(true);
        await page.keyboard.press('Enter');
        await pressTool(page, 'Table');
        expect(await isSeen(page, 'table')).toBe(true);
        await page.keyboard.press('Control+Z');
        await moveBy(page, 'Alt+F10');
        await (await shownTool(page, 'Table')).press('Enter');
        expect(await isSeen(page, 'table')).toBe(true);
        await moveBy(page, 'Control+Home');
        expect(await isSeen(page)).toBe(true);
        await moveBy(page, 'Control+End');
        expect(await isSeen(page)).toBe(true);
        await pastePicture(page);
        await textOf(page).getByRole('button', { name: 'Decorative image' }).waitFor();
        expect(await isSeen(page, '.description input')).toBe(true);
        expect(await isSeen(page)).toBe(true);
        for (const found of ['Line 7', 'Line 52']) {
          await findOnPage(page, found);
          expect(await isSeen(page)).toBe(true);
        }
      });
    },
  );

  it.each(WINDOWS)(
    'stays where it is while the keyboard is in the toolbar, at $width × $height',
    async (size) => {
      await write(size, async (page) => {
        await paste(page, '', LINES.join('\n'));
        const place = () => page.evaluate(() => window.scrollY);
        const before = await place();
        for (const key of ['Alt+F10', 'ArrowRight', 'ArrowRight', 'Tab', 'Shift+Tab', 'Escape']) {
          await page.keyboard.press(key);
        }
        expect(await place()).toBe(before);
      });
    },
  );

  it('is seen above the keyboard of a phone', async () => {
    await write(WINDOWS[1], async (page) => {
      await paste(page, '', LINES.slice(0, 20).join('\n'));
      await openKeyboard(page, 340);
      const { bottom } = await page.locator('.saving').evaluate((bar) => bar.getBoundingClientRect());
      expect(bottom).toBeLessThanOrEqual(WINDOWS[1].height - 340);
      expect(await isSeen(page)).toBe(true);
    });
  });

  it('is seen when the line below it becomes higher', async () => {
    const refuse = async (page: Page) => {
      await page.route('**/draft', (route) => route.abort());
      await paste(page, '', LINES.join('\n'));
      await page.getByText('Offline.').waitFor();
      expect(await isSeen(page)).toBe(true);
    };
    await write(WINDOWS[1], refuse, { mayFail: true });
  });

  it.each(WINDOWS)('is seen in the HTML and while one searches it, at $width × $height', async (size) => {
    await write(size, async (page) => {
      await paste(page, '', LINES.join('\n'));
      await button(page, 'HTML').click();
      await page.locator('.code-view').getByRole('textbox').waitFor();
      const covered: string[] = [];
      for (const [key, times] of [
        ['ArrowDown', 13],
        ['Enter', 1],
        ['ArrowUp', 13],
      ] as const)
        for (let time = 1; time <= times; time += 1) {
          for (let press = 1; press <= 5; press += 1) await page.keyboard.press(key);
          if (!(await isSeenInHtml(page))) covered.push(`${key} ${time * 5}`);
        }
      await page.keyboard.press('Control+F');
      await page.keyboard.type('Line 3');
      for (let time = 1; time <= 6; time += 1) {
        await page.keyboard.press('Enter');
        if (!(await isSeenInHtml(page, '.cm-searchMatch-selected'))) covered.push(`match ${time}`);
      }
      expect(await isSeenInHtml(page, 'input[name="search"]')).toBe(true);
      expect(covered).toEqual([]);
    });
  });
});

describe('an editor', () => {
  it('writes a guide, publishes it, corrects it, restores it, renames it and unpublishes it', async () => {
    await visit(`${DESK}/guides`, async (page) => {
      await button(page, 'New guide').click();
      await ready(page);
      await page.getByLabel('Title').fill('How to return an order');
      await page.keyboard.press('Enter');
      await page.keyboard.type('# Before you begin\nKeep the parcel.');
      await page.getByText('Saved at').waitFor();
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();
      const address = `${served.origin}/site/${HOST}/guides/how-to-return-an-order`;
      const published = await page.request.get(address);
      expect(await published.text()).toContain('<p>Keep the parcel.</p>');

      // Without the notice, which is waited for again.
      await page.reload();
      await ready(page);
      await textOf(page).getByText('Keep the parcel.').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' And the receipt.');
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();

      await page.getByRole('link', { name: 'History', exact: true }).click();
      await page.getByRole('link', { name: 'Version 1' }).click();
      await page.locator('article ins', { hasText: 'And the receipt.' }).waitFor();
      await page.getByLabel('Before').selectOption({ value: 'published' });
      await page.getByLabel('After').selectOption({ value: '1' });
      await button(page, 'Compare').click();
      await page.locator('article del', { hasText: 'And the receipt.' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await button(page, 'Restore version 1').click();
      await page.getByText('is now your draft.').waitFor();
      expect(await (await page.request.get(address)).text()).toContain('receipt');
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();
      expect(await (await page.request.get(address)).text()).not.toContain('receipt');

      await page.reload();
      await ready(page);
      await page.getByLabel('Address').fill('returns');
      await button(page, 'Publish').click();
      await page.getByText('Published.').waitFor();
      expect((await page.request.get(address)).url()).toMatch(/\/guides\/returns$/);

      await ready(page);
      const guide = page.url();
      await button(page, 'Unpublish').click();
      await page.getByText('Unpublished.').waitFor();
      expect((await page.request.get(address)).status()).toBe(404);
      await page.getByRole('main').locator('.notice').getByRole('button').click();
      await page.getByText('Published.').waitFor();
      expect((await page.request.get(address)).status()).toBe(200);

      await page.goto(guide);
      await ready(page);
      await button(page, 'Delete').click();
      await page.getByText('The guide has been deleted.').waitFor();
      expect((await page.request.get(address)).status()).toBe(410);
      await button(page, 'Undo').click();
      await page.getByText('Restored.').waitFor();
      expect((await page.request.get(address)).url()).toMatch(/\/guides\/returns$/);
      await ready(page);
      expect(await page.getByLabel('Title').inputValue()).toBe('How to return an order');
    });
  });

  it('deletes several guides, and restores one of them later', async () => {
    await visit(`${DESK}/guides?sort=title`, async (page) => {
      const title = (await page.locator('.guide-list .title').first().textContent()) ?? '';
      const { keyboard } = page;
      await keyboard.press('/');
      await keyboard.type('j#?');
      expect(await page.getByRole('searchbox').inputValue()).toBe('j#?');
      await page.locator('h1').click();
      await keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await keyboard.press('Escape');
      for (const key of ['j', 'x', 'j', 'Shift+X', '#']) await keyboard.press(key);
      await page.getByText('The guides have been deleted.').waitFor();
      await page.getByRole('link', { name: 'Deleted guides' }).click();
      await button(page, `Restore ${title}`).click();
      await page.getByText('Restored.').waitFor();
      await ready(page);
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
    });
  });

  it('creates a category beside the text, which stays as it is typed', async () => {
    await visit(
      `${DESK}/guides/14`,
      async (page) => {
        await ready(page);
        await textOf(page).click();
        await page.keyboard.type('Typed. ');
        await button(page, 'New category').click();
        const dialog = page.getByRole('dialog', { name: 'New category' });
        await dialog.getByRole('button', { name: 'New category' }).click();
        await dialog.getByText('It must have 1 to 200').waitFor();
        await dialog.getByLabel('Name').fill('Repairs abroad');
        await dialog.getByLabel('Parent category').selectOption({ index: 1 });
        expect(await findBarriers(page)).toEqual([]);
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        expect(await page.getByLabel('Repairs abroad').isChecked()).toBe(true);
        await page.keyboard.press('Control+S');
        await page.getByText('Saved at').waitFor();
        await page.reload();
        await ready(page);
        await textOf(page).getByText('Typed.').waitFor();
        expect(await page.getByLabel('Repairs abroad').isChecked()).toBe(true);
      },
      { mayFail: true },
    );
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

  it('compares someone else’s change with one’s own, without a script', async () => {
    await visit(
      `${DESK}/guides/5`,
      async (page) => {
        const revision = Number(await page.locator('[name=revision]').inputValue());
        const theirs = { revision, contentHtml: '<p>Thirty days.</p>', tags: ['Money'] };
        await editor.send(`${DESK}/guides/5/draft`, theirs).expect(200);
        await page.getByLabel('Tags').fill('Parcels');
        await page.getByLabel('Content').fill('<p>Fourteen days.</p>');
        await button(page, 'Save draft').click();
        const comparison = page.getByRole('region', { name: 'Compare' });
        const changes = (kind: string) => comparison.locator(`.prose ${kind}, dd ${kind}`).allTextContents();
        expect(await changes('ins')).toEqual(['[added: Fourteen]', 'Parcels']);
        expect(await changes('del')).toEqual(['[removed: Thirty]', 'Money']);
        expect(await page.getByLabel('Content').inputValue()).toBe('<p>Fourteen days.</p>');
        await button(page, 'Save my version').click();
        await page.getByText('The draft has been saved.').waitFor();
        expect(await page.getByLabel('Tags').inputValue()).toBe('Parcels');
      },
      { javaScript: false, mayFail: true },
    );
  });

  it('keeps what was typed before the editor was there', async () => {
    await visit(`${DESK}/guides/6`, async (page) => {
      const released = Promise.withResolvers<void>();
      await page.route('**/editor.js', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await page.getByLabel('Title').fill('Typed early');
      await page.getByLabel('Content').fill('<p>Before the editor.</p>');
      released.resolve();
      await ready(page);
      await textOf(page).getByText('Before the editor.').waitFor();
      await page.getByText('Saved at').waitFor();
      await page.reload();
      await ready(page);
      expect(await page.getByLabel('Title').inputValue()).toBe('Typed early');
      await textOf(page).getByText('Before the editor.').waitFor();
    });
  });

  it('sees what can be done with the guides that are selected', async () => {
    await visit(`${DESK}/guides`, async (page) => {
      const selected = page.getByRole('group', { name: 'With the selected guides' });
      expect(await selected.isVisible()).toBe(false);
      for (const guide of [0, 3]) await page.locator('tbody input').nth(guide).check();
      await selected.getByText('With the selected guides').waitFor();
      await selected.getByLabel('Add tag').first().fill('Reviewed');
      await button(page, 'Add tag').click();
      await page.getByText('The tag has been added.').waitFor();
      await page.getByLabel('Tag', { exact: true }).selectOption('Reviewed');
      await page.waitForURL(/tag=reviewed/);
      expect(await page.locator('tbody input').count()).toBe(2);
    });
  });

  it('schedules a guide, if a time is chosen', async () => {
    await visit(`${DESK}/guides/9`, async (page) => {
      await ready(page);
      await page.getByLabel('Publish at').fill('2100-01-01T08:00');
      await button(page, 'Schedule').click();
      await page.getByText('The guide will be published at the time you chose.').waitFor();
      await button(page, 'Cancel scheduling').click();
      await page.getByText('The guide is no longer scheduled.').waitFor();
    });
  });

  it('discards a draft', async () => {
    await visit(`${DESK}/guides/7`, async (page) => {
      await ready(page);
      const before = await page.getByLabel('Title').inputValue();
      await page.getByLabel('Title').fill('Never mind');
      await button(page, 'Save draft').click();
      await page.getByText('Saved at').waitFor();
      await page.getByText('unpublished changes').waitFor();
      await page.getByRole('link', { name: 'Discard changes' }).click();
      await button(page, 'Discard changes').click();
      await page.getByText('The changes have been discarded.').waitFor();
      await ready(page);
      expect(await page.getByLabel('Title').inputValue()).toBe(before);
      expect(await page.getByRole('link', { name: 'Discard changes' }).count()).toBe(0);
    });
  });

  it('hears beside the field why a guide was not published, and keeps what was typed', async () => {
    await visit(
      `${DESK}/guides/8`,
      async (page) => {
        await ready(page);
        await page.getByLabel('Title').fill('   ');
        await textOf(page).click();
        await page.keyboard.type('Typed. ');
        await button(page, 'Publish').click();
        const sentence = 'A guide needs a title of at most 500 characters.';
        await page.getByRole('textbox', { name: 'Title', description: sentence }).waitFor();
        await ready(page);
        await textOf(page).getByText('Typed.').waitFor();
        await page.getByLabel('Title').fill('With a title');
        await button(page, 'Publish').click();
        await page.getByText('Published.').waitFor();
      },
      { mayFail: true },
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

  it('begins a guide from a search without results, and deletes a comment, without a script', async () => {
    await visit(
      `${DESK}/insights`,
      async (page) => {
        const comments = page.getByRole('region', { name: 'What readers missed' }).getByRole('listitem');
        expect(await comments.count()).toBe(2);
        await comments.first().getByText('Delete', { exact: true }).click();
        await button(page, 'Delete the comment').click();
        await page.getByText('The comment has been deleted.').waitFor();
        expect(await comments.count()).toBe(1);
        await page.getByRole('button', { name: 'Write a guide: how do i export 1' }).click();
        await page.waitForURL(/guides\/\d+$/);
        expect(await page.getByLabel('Title').inputValue()).toBe('how do i export 1');
      },
      { javaScript: false },
    );
  });

  it('copies an access key', async () => {
    await visit(`${DESK}/keys`, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('#name').fill('A copied key');
      await button(page, 'Create a key').click();
      await button(page, 'Copy').click();
      await button(page, 'Copied').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await page.locator('.copyable').textContent());
    });
  });

  it.each([
    ['a category', `${DESK}/structure`],
    ['a guide', `${DESK}/structure/categories/1`],
  ])('keeps the focus on the arrow that moves %s, without a script', async (_, path) => {
    await visit(
      path,
      async (page) => {
        const arrows = page.locator('.tree > li').first().locator('> .branch button');
        const [up, down] = await arrows.evaluateAll((each) => each.map(({ ariaLabel }) => ariaLabel ?? ''));
        const press = async (name: string) => {
          await button(page, name).focus();
          await page.keyboard.press('Enter');
          await page.getByText('The order has been changed.').waitFor();
          return page.locator(':focus').getAttribute('aria-label');
        };
        expect(await press(down ?? '')).toBe(down);
        expect(await arrows.nth(1).getAttribute('aria-label')).not.toBe(down);
        // The first entry cannot be moved upwards.
        await page.goto(served.origin + path);
        expect(await press(up ?? '')).toBe(down);
        expect(await arrows.nth(1).getAttribute('aria-label')).toBe(down);
      },
      { javaScript: false },
    );
  });

  it('drags a category behind, before and into another one, and a guide behind another one', async () => {
    await visit(`${DESK}/structure`, async (page) => {
      const branches = page.locator('.tree:not(.tree .tree) > li > .branch');
      const drop = async (from: number, onto: number, height: number) => {
        const { height: whole = 0 } = (await branches.nth(onto).boundingBox()) ?? {};
        const targetPosition = { x: 300, y: whole * height };
        await branches.nth(from).dragTo(branches.nth(onto), { targetPosition });
        await page.getByText('The order has been changed.').waitFor();
      };
      const namesIn = async (list: string) =>
        (await page.locator(`${list} > li > .branch > a`).allTextContents()).slice(0, 3);
      const top = '.tree[data-parent="0"]';
      const [first = '', second = '', third = ''] = await namesIn(top);
      await drop(0, 1, 0.9);
      expect(await namesIn(top)).toEqual([second, first, third]);
      await page.reload();
      await drop(1, 0, 0.1);
      expect(await namesIn(top)).toEqual([first, second, third]);
      await page.reload();
      await drop(0, 1, 0.5);
      expect(await namesIn(`${top} > li:first-child > .tree`)).toEqual([first]);

      await page.goto(`${served.origin}${DESK}/structure/categories/2`);
      const [one = '', two = ''] = await namesIn('.tree');
      await drop(0, 1, 0.9);
      expect((await namesIn('.tree')).slice(0, 2)).toEqual([two, one]);
    });
  });

  it.each([true, false])('imports a file, or a folder with script: %s', async (javaScript) => {
    await service.database.none("update import_jobs set state = 'stopped' where state = 'importing'");
    const path = `${DESK}/structure/import`;
    const manual = await mkdtemp(join(tmpdir(), 'manual-'));
    const shows = async (page: Page, text: string) => {
      // Without script, people ask again themselves.
      const link = page.getByRole('link', { name: 'Show the current state' });
      while (!javaScript && (await link.isVisible())) await link.click();
      await page.getByText(text).waitFor();
    };
    await visit(
      path,
      async (page) => {
        const file = {
          name: 'steps.md',
          mimeType: 'text/markdown',
          buffer: Buffer.from('# Steps\n\n[on](gone.md)'),
        };
        const choice = page.getByLabel('Or a folder');
        expect(await choice.isVisible()).toBe(javaScript);
        if (javaScript) {
          await writeFiles(manual, {
            'steps.md': String(file.buffer),
            '.git/x.md': '# X',
            'å/a.html': '<h1>Å</h1>å',
          });
          await choice.setInputFiles(manual);
          await page.getByText('Files packed: 2').waitFor();
        } else await page.getByLabel('File', { exact: true }).setInputFiles(file);
        await button(page, 'Upload and check').click();
        await shows(page, 'Nothing has been changed yet.');
        await button(page, 'Import now').click();
        await shows(page, 'What the import made:');
        await page.getByRole('link', { name: 'Broken links and missing pictures: 1' }).click();
        await page.getByRole('link', { name: 'steps.md' }).last().click();
        await page.waitForURL(/guides\/\d+$/);
      },
      { javaScript },
    );
    await rm(manual, { recursive: true });
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

  it('gets a new password in place of a forgotten one', async () => {
    await signInAs(service, { host: HOST, role: 'author', name: 'Rita Reset' });
    const email = 'rita.reset@example.com';
    await browser.visit(`${served.origin}/desk/sign-in`, { mayStore: /^guidepost-kb/ }, async (page) => {
      await page.getByRole('link', { name: 'Forgotten your password?' }).click();
      await page.getByLabel('E-mail address').fill(email);
      await button(page, 'Mail me a link').click();
      await page.getByRole('status').getByText(email).waitFor();
      expect(await examineLooks(page, 'desk-reset-sent')).toMatchObject({ status: 200, faults: [] });
      await page.goto(served.origin + (await mailedLink(email)));
      await page.getByLabel('New password').fill('a new one of four words');
      expect(await examineLooks(page, 'desk-reset-welcome')).toMatchObject({ status: 200, faults: [] });
      await button(page, 'Start').click();
      await button(page, 'Add a passkey').waitFor();
    });
  });

  /** The path of the link in a message that is on its way. */
  async function mailedLink(to: string): Promise<string> {
    let link = '';
    await until('a link is mailed', async () => {
      const found = await service.database.oneOrNone<{ text: string }>(
        "select content ->> 'text' as text from outgoing_mail where recipient = $1",
        [to],
      );
      link = /\/desk\/links\/gpl_\S+/.exec(found?.text ?? '')?.[0] ?? '';
      return link !== '';
    });
    return link;
  }
});
