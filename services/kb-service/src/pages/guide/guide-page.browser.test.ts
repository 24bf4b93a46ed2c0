import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG_60_20 } from '@guidepost/files/testing';
import { catalogueOf, LANGUAGES } from '@guidepost/i18n';
import { findBarriers, findOverflow, type Reader, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { importKnowledgeBase } from '../../archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../archive/import/open-import-source.ts';
import { setLook } from '../../tenants/look.ts';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';
import { OPERATOR } from '../../testing/content.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { ASSETS } from '../page.ts';

describe('tables', () => {
  const CONTENT = `<table><tr><th>none</th>
  <td align="left">left</td><td align="center">center</td><td align="right">right</td></tr></table>`;

  const WORDS = Array.from({ length: 12 }, (_, n) => `Column${n}`);

  /** Wider than a phone, with many headings above. */
  const WIDE = `${['One', 'Two', 'Three'].map((name) => `<h2>${name}</h2><h3>Of ${name}</h3><p>Text</p>`).join('')}
  <table><tr>${WORDS.map((word) => `<th>${word}</th>`).join('')}</tr></table>
  <pre><code>${WORDS.join('-')}</code></pre>`;

  const AIDS = `<h2>Pay</h2><pre><code>npm start</code></pre>
  <p><img src="${ASSETS.addresses('#2456c8').icon}" width="400" height="400" alt="A signpost"></p>`;

  let site: BrowsedSite;

  beforeAll(async () => {
    const guides = [
      { id: 1, slug: 'prices', content: CONTENT },
      { id: 2, slug: 'wide', content: WIDE },
      { id: 3, slug: 'aids', title: 'Aids', content: AIDS },
    ];
    site = await startBrowsedSite({ host: 'help.example.com', guides });
  });

  afterAll(() => site.stop());

  describe('the columns of a table', () => {
    it.each([
      ['none', 'start', 'normal'],
      ['left', 'left', 'normal'],
      ['center', 'center', 'normal'],
      ['right', 'right', 'tabular-nums'],
    ])('that are aligned: %s', async (text, alignment, figures) => {
      await site.visit('/guides/prices', {}, async (page) => {
        const style = await page.getByText(text, { exact: true }).evaluate((cell) => {
          const { textAlign, fontVariantNumeric } = getComputedStyle(cell);
          return [textAlign, fontVariantNumeric];
        });
        expect(style).toEqual([alignment, figures]);
      });
    });
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'copies code, shows pictures large, has links at headings and a notice: %s %s',
    async (width, colorScheme) => {
      const host = 'help.localhost';
      const texts = {
        notice: `Closed on day ${width}`,
        contact: 'help@example.com',
        header_links: 'Shop https://shop.example.com',
        footer_links: 'Legal https://example.com/legal',
        introduction: 'All about **guides**.',
      };
      await setLook(site.service.database, OPERATOR, { host, texts });
      await site.service.settled(host);
      await site.visit('/', { width, colorScheme }, async (page) => {
        expect([...(await findOverflow(page)), ...(await findBarriers(page))]).toEqual([]);
        await takePicture(page, 'look');
      });
      await site.visit('/guides/aids', { width, colorScheme }, async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
        expect(
          await page
            .getByRole('heading', { name: 'Pay', exact: true })
            .getByRole('link')
            .getAttribute('href'),
        ).toBe('#pay');
        await page.getByRole('link', { name: 'A signpost' }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'A signpost' });
        await dialog.getByRole('img').waitFor();
        expect([...(await findOverflow(page)), ...(await findBarriers(page))]).toEqual([]);
        await takePicture(page, 'large-picture');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('enlarge');
        await page
          .getByRole('complementary', { name: 'Notice' })
          .getByRole('button', { name: 'Close' })
          .click();
        await page.reload();
        await page.getByRole('button', { name: 'Copy' }).waitFor();
        expect(await page.getByText(texts.notice).count()).toBe(0);
      });
      const plain = { width, javaScript: false };
      await site.visit('/guides/aids', plain, async (page) => {
        await page.getByText(texts.notice).waitFor();
        await page.getByRole('link', { name: 'A signpost' }).click();
        await page.waitForURL('**/assets/**');
      });
    },
  );

  describe('F29 the day of the last change', () => {
    it('is that of the reader’s clock, in the language of the page', async () => {
      const reader = { timezone: 'Pacific/Auckland' };
      await site.visit('/guides/prices', reader, async (page) => {
        const shown = page.locator('.updated time');
        const at = new Date((await shown.getAttribute('datetime')) ?? '');
        const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: reader.timezone });
        expect(await shown.textContent()).toBe(`Updated ${day}`);
        expect(await shown.getAttribute('title')).toMatch(/ at \d\d:\d\d GMT\+1[23]$/);
      });
    });
  });

  describe('content wider than a phone', () => {
    it.each(['Table', 'Code'])('scrolls, also by keyboard: %s', async (name) => {
      for (const colorScheme of ['light', 'dark'] as const)
        await site.visit('/guides/wide', { width: 320, colorScheme }, async (page) => {
          const scroller = page.getByRole('group', { name });
          await scroller.focus();
          await page.keyboard.press('ArrowRight');
          await page.waitForFunction(() => Number(document.activeElement?.scrollLeft) > 0);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
          expect([...(await findOverflow(page)), ...(await findBarriers(page))]).toEqual([]);
        });
    });

    it.each(['Table', 'Code'])('has a shadow at edges with more content: %s', async (name) => {
      await site.visit('/guides/wide', { width: 320 }, async (page) => {
        const layers = await page
          .getByRole('group', { name })
          .evaluate((place) => getComputedStyle(place).backgroundAttachment);
        expect(layers).toBe('local, local, scroll, scroll');
      });
    });
  });

  describe.each<[string, Reader]>([
    ['with script', {}],
    ['without script', { javaScript: false }],
  ])('the table of contents, %s,', (_, reader) => {
    it('is folded on a phone, and unfolds by keyboard', async () => {
      await site.visit('/guides/wide', { ...reader, width: 360 }, async (page) => {
        const contents = page.getByRole('navigation', { name: 'On this page' });
        expect(await contents.getByRole('link').count()).toBe(0);
        await contents.locator('summary').press('Enter');
        await contents.getByRole('link', { name: 'Of Three' }).click();
        await page.waitForURL('**/guides/wide#of-three');
      });
    });

    it('is open where there is room for it beside the text', async () => {
      await site.visit('/guides/wide', { ...reader, width: 1280 }, async (page) => {
        const contents = page.getByRole('navigation', { name: 'On this page' });
        expect(await contents.locator('summary').isVisible()).toBe(false);
        await contents.getByRole('heading', { name: 'On this page' }).waitFor();
        await contents.getByRole('link', { name: 'Three', exact: true }).click();
        await page.waitForURL('**/guides/wide#three');
      });
    });
  });
});

describe('a page of another site', () => {
  /** As editors, converters and people write it. */
  const FOREIGN = `<html><head><title>Bicycles</title></head><body>
  <h4>Before the first heading</h4><h1>Bicycles</h1><h5>Too deep</h5><h2></h2><h3><img src="a.png"></h3>
  <h2><a href="#fold" class="anchor"></a>Fold it<a name="fold up"></a></h2><p><a href="#fold%20up">Fold</a></p>
  <iframe src="https://www.youtube.com/embed/a"></iframe><iframe src="https://www.youtube.com/embed/b" title=""></iframe>
  <iframe title="YouTube video player" src="https://www.youtube.com/embed/c"></iframe>
  <iframe title="YouTube video player" src="https://www.youtube.com/embed/d"></iframe>
  <iframe src="https://www.loom.com/embed/abc"></iframe><video src="https://a.example/b.mp4" autoplay></video>
  <p><img src="a.png"><a href="https://a.example/1"><img src="a.png"></a><a href="https://a.example/2"></a>
  <a href="https://a.example/3"><img src="a.png" alt="Shop"> Shop</a><span lang="english">English</span></p>
  <table><caption>Prices</caption><tr><th></th><th scope="column">2025</th><th headers="gone">2026</th></tr>
  <tr><th scope="row">Lom</th><td scope="row" headers="x y">1</td><td><input type="checkbox" disabled></td></tr></table>
  <ul><p>First</p><li>One</li><ul><li>Two</li></ul>Three<br><form><li>Four</li></form></ul><li>Five</li><ol><ol><li>Six</li></ol></ol>
  <dl><dd>Indented</dd></dl><dl><dt>Term</dt></dl><dl><p>Text</p><dt>a</dt><dd>b</dd></dl><dd>Alone</dd>
  <dl><div><dt>c</dt><dd>d</dd></div></dl>
  <ul><li><input type="checkbox" disabled checked> Done, <a href="https://a.example/4">see</a><ul><li>more</li></ul></li></ul>
  <details><summary></summary>Hidden</details><details>Without a summary</details>
  <pre>${'wide '.repeat(100)}</pre><div role="button" aria-hidden="true" tabindex="5">Press</div>
  <section title="Note"><p>a</p></section><section title="Note"><p>b</p></section>
  <p id="twice">a</p><p id="twice">b</p><font color="#eee">Faint</font><center><big>Big</big></center>
  <map name="m"><area href="https://a.example/5"></map><object data="https://a.example/c.pdf"></object>
  <blockquote>“Fast.”</blockquote><label>Name <input name="n"></label><button></button><select><option>1</select><textarea></textarea>
  </body></html>`;

  let site: BrowsedSite;

  beforeAll(async () => {
    site = await startBrowsedSite({ host: 'help.example.com', guides: [] });
    const directory = await mkdtemp(join(tmpdir(), 'guidepost-foreign-'));
    await writeFile(join(directory, 'bicycles.html'), FOREIGN);
    await writeFile(join(directory, 'a.png'), PNG_60_20);
    const source = await openImportSource(directory);
    const { signal } = new AbortController();
    const { database } = site.service;
    await importKnowledgeBase(database, OPERATOR, { host: 'help.localhost', source, signal });
    await rm(directory, { recursive: true });
  });

  afterAll(() => site.stop());

  it.each([360, 1280])('has no barriers once it is imported, %d pixels wide', async (width) => {
    const films = { asks: ['https://www.youtube-nocookie.com'], mayFail: true };
    await site.visit('/guides/bicycles', { width, ...films }, async (page) => {
      expect(await findBarriers(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
    });
  });
});

describe('voting', () => {
  let site: BrowsedSite;

  beforeAll(async () => {
    site = await startBrowsedSite(EXAMPLE, { FORUM_URL: 'https://forum.example.com' });
  });

  beforeEach(() => site.service.database.none('truncate guide_votes, guide_vote_counts, guide_comments'));

  afterAll(() => site.stop());

  const countsOf = (guide: number) =>
    site.service.database.oneOrNone('select upvotes, downvotes from guide_vote_counts where guide_id = $1', [
      guide,
    ]);

  describe.each([
    ['Yes', { upvotes: 1, downvotes: 0 }],
    ['No', { upvotes: 0, downvotes: 1 }],
  ])('answering %s', (answer, counts) => {
    it('with script is counted on the page', async () => {
      await site.visit('/guides/install', {}, async (page) => {
        await page.getByRole('button', { name: answer }).click();
        await page.getByRole('status').getByText('Thank you').waitFor();
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/guides/install');
        expect(await page.getByRole('button', { name: answer }).count()).toBe(0);
      });
      expect(await countsOf(31)).toEqual(counts);
    });

    it('without script is counted and shows thanks', async () => {
      await site.visit('/guides/install', { javaScript: false }, async (page) => {
        await page.getByRole('button', { name: answer }).click();
        await page.waitForURL('**/guides/install?voted=*#:helpful');
        await page.getByText('Thank you').waitFor();
      });
      expect(await countsOf(31)).toEqual(counts);
    });
  });

  describe.each<[string, Reader]>([
    ['with script', {}],
    ['without script', { javaScript: false }],
  ])('a "No", %s,', (_, reader) => {
    it('can say what was missing, or ask the forum', async () => {
      await site.visit('/guides/install', { ...reader, width: 360 }, async (page) => {
        await page.getByRole('button', { name: 'No' }).click();
        await page.getByRole('textbox', { name: 'What was missing?' }).fill('The price.');
        const forum = page.getByRole('link', { name: 'Ask the forum' });
        expect(await forum.getAttribute('href')).toMatch(/^https:\/\/forum\.example\.com\/ask\?title=\w/);
        // axe is a script.
        const barriers = reader.javaScript === false ? [] : await findBarriers(page);
        expect([...(await findOverflow(page)), ...barriers]).toEqual([]);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('textbox', { name: 'What was missing?' }).waitFor({ state: 'detached' });
        await page.getByText('Thank you').waitFor();
      });
      expect(await site.service.database.any('select comment from guide_comments')).toEqual([
        { comment: 'The price.' },
      ]);
      expect(await countsOf(31)).toEqual({ upvotes: 0, downvotes: 1 });
    });
  });

  describe('a vote repeated before the answer', () => {
    it('is sent once', async () => {
      await site.visit('/guides/install', {}, async (page) => {
        const pressed = Promise.withResolvers<void>();
        const sent: string[] = [];
        await page.route('**/knowledge/**', async (route) => {
          sent.push(new URL(route.request().url()).pathname);
          await pressed.promise;
          await route.continue();
        });
        await page.getByRole('button', { name: 'Yes' }).dblclick();
        await page.getByRole('button', { name: 'No' }).click();
        pressed.resolve();
        await page.getByRole('status').getByText('Thank you').waitFor();
        expect(sent).toEqual([expect.stringMatching(/upvote$/)]);
      });
      expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
    });
  });

  describe('a vote without an answer of the API', () => {
    it('is sent by the form in the end', async () => {
      await site.visit('/guides/install', {}, async (page) => {
        await page.route('**/knowledge/**', () => {});
        await page.getByRole('button', { name: 'Yes' }).click();
        await page.waitForURL('**/guides/install#:helpful');
        await page.getByText('Thank you').waitFor();
      });
      expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
    });
  });

  describe('on a phone', () => {
    const setLanguage = (language: string) =>
      site.service.change('help.localhost', 'update knowledge_bases set language = $2 where id = $1', [
        language,
      ]);

    afterAll(() => setLanguage('en'));

    it('Yes and No are side by side in every language', async () => {
      await site.visit('/guides/install', { width: 320 }, async (page) => {
        for (const language of LANGUAGES) {
          const { yes, no } = catalogueOf(language).pages;
          await setLanguage(language);
          await page.reload();
          const boxes = [yes, no].map((name) =>
            page.getByRole('button', { name, exact: true }).boundingBox(),
          );
          const [one, other] = await Promise.all(boxes);
          expect([language, one?.y, Number(one?.height) >= 44]).toEqual([language, other?.y, true]);
          expect([language, ...(await findOverflow(page))]).toEqual([language]);
        }
      });
    });
  });

  describe('a vote by keyboard', () => {
    it('needs only Tab and Enter, and keeps the focus', async () => {
      await site.visit('/guides/install', {}, async (page) => {
        await page.getByRole('button', { name: 'Yes' }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByRole('status').getByText('Thank you').waitFor();
        await page.keyboard.press('Tab');
        await page.locator('textarea:focus').waitFor();
      });
      expect(await countsOf(31)).toEqual({ upvotes: 0, downvotes: 1 });
    });
  });
});
