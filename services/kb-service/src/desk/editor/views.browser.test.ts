import { examineLooks, findBarriers, findOverflow, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EditedPages,
  htmlOf,
  moveBy,
  startEditedPages,
  stateOf,
  textOf,
} from '../../testing/edited-pages.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

const viewOf = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name });
const codeOf = (page: Page) => page.locator('.code-view').getByRole('textbox', { name: 'HTML' });

/** The HTML that is shown. */
async function shownBy(page: Page): Promise<string> {
  await codeOf(page).waitFor();
  return (await codeOf(page).allInnerTexts()).join('').trimEnd();
}

const CONTENT = `<p>One
  <a id="a"></a>two</p>
<ul class="x-unknown"><li>three</li></ul>`.replace(' class="x-unknown"', '');

describe('the HTML of a guide', () => {
  it('is shown to the byte, edited, and shown as text again', async () => {
    await pages.edit(CONTENT, async (page) => {
      await viewOf(page, 'HTML').click();
      expect(await shownBy(page)).toBe(CONTENT);
      await codeOf(page).getByText('three').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\n<p lang="sv">fyra</p>');
      const html = `${CONTENT}\n<p lang="sv">fyra</p>`;
      expect(await htmlOf(page)).toBe(html);
      await viewOf(page, 'Text').click();
      await textOf(page).getByText('fyra').waitFor();
      expect(await htmlOf(page)).toBe(html);
      await textOf(page).getByText('fyra').click();
      await moveBy(page, 'End');
      await page.keyboard.type('!');
      expect(await htmlOf(page)).toBe(html.replace('fyra', 'fyra!'));
    });
  });

  it('as people write it is read as browsers read it', async () => {
    await pages.edit('', async (page) => {
      await viewOf(page, 'HTML').click();
      await codeOf(page).click();
      await page.keyboard.type("<P TITLE='a'>b&nbsp;c<br>d");
      await viewOf(page, 'Text').click();
      await textOf(page).getByText('d').click();
      await moveBy(page, 'Control+End');
      await page.keyboard.type('!');
      expect(await htmlOf(page)).toBe('<p title="a">b\u00a0c<br />d!</p>');
    });
  });

  it('stays open, and says why, while it has what guides cannot contain', async () => {
    await pages.edit('', async (page) => {
      await viewOf(page, 'HTML').click();
      await codeOf(page).click();
      await page.keyboard.type('<form>a</form>');
      await viewOf(page, 'Text').click();
      await page.getByText('guides cannot contain <form>; it is removed when you save.').waitFor();
      expect(await viewOf(page, 'HTML').getAttribute('aria-pressed')).toBe('true');
    });
  });
});

describe('a guide that the text view would change', () => {
  it.each([
    ['<p>a</p>\n<p>b', 'line 2 is not valid HTML.'],
    ['<p style="color: red">a</p>', '<p> cannot have the attribute “style”; it is removed when you save.'],
  ])('opens as HTML and says why: %j', async (html, reason) => {
    await pages.edit(html, async (page, guide) => {
      expect(await shownBy(page)).toBe(html);
      await page
        .getByText(`This guide can only be edited as HTML, because the text view would change it: ${reason}`)
        .waitFor();
      await page.getByLabel('Title').fill('Returns');
      expect(await htmlOf(page)).toBe(html);
      expect(guide.saves).toHaveLength(1);
    });
  });
});

const EVERYTHING = `<h2>Returns</h2>
<p>You have <strong>30 days</strong>, <a href="b">as ever</a>. Press <kbd>Enter</kbd> or run <code>npm start</code>.</p>
<div class="warning">
<p><strong>Warning</strong></p>
<p>Keep the receipt.</p>
</div>
<ul>
<li>one
<ol>
<li>two</li>
</ol>
</li>
<li class="task-list-item"><label><input type="checkbox" disabled checked /> done</label></li>
</ul>
<table>
<caption>Prices</caption>
<thead>
<tr><th>Country</th><th align="right">Days</th></tr>
</thead>
<tbody>
<tr><td>Sweden</td><td align="right">30</td></tr>
</tbody>
</table>
<pre><code class="language-sql">select 1;
</code></pre>
<details><summary>More</summary><p>Text</p></details>
<figure><img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" alt="A parcel" width="30" height="20" /><figcaption>Packed</figcaption></figure>
<p><iframe src="https://player.vimeo.com/video/1"></iframe></p>
<dl><dt id="c">Term</dt><dd>What it is</dd></dl>
<blockquote><p>Quoted</p></blockquote>
<hr />`;

describe('the editor', () => {
  it('is accessible and fits, wide and narrow, light and dark', async () => {
    await pages.edit(EVERYTHING, async (page) => {
      await textOf(page).getByText('30', { exact: true }).click();
      const { faults } = await examineLooks(page, 'editor');
      expect(faults).toEqual([]);
    });
  });

  it.each(['en', 'sv'])('is accessible on a phone, in %s', async (locale) => {
    await pages.edit(
      EVERYTHING,
      async (page) => {
        await takePicture(page, 'editor-text');
        await page.getByRole('button', { name: 'HTML', exact: true }).click();
        await codeOf(page).waitFor();
        await takePicture(page, 'editor-html');
        expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
        await page.getByRole('button', { name: 'Text', exact: true }).click();
        const link = page.getByRole('button', { name: locale === 'sv' ? 'Länk' : 'Link', exact: true });
        if (!(await link.isVisible())) await page.locator('.tools-open').click();
        await takePicture(page, 'editor-tools');
        await link.click();
        await page.getByRole('dialog').getByRole('combobox').fill('order');
        await page.getByRole('dialog').getByRole('option').first().waitFor();
        await takePicture(page, 'editor-link');
        expect(await findBarriers(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      },
      { width: 360, locale, colorScheme: 'dark' },
    );
  });

  it('shows two versions accessibly', async () => {
    await pages.edit(
      '<p>One two three</p>',
      async (page, guide) => {
        guide.changeAs('Grace', '<p>One four three</p>');
        await textOf(page).click();
        await page.keyboard.type('!');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'conflict');
        await page.getByRole('button', { name: 'Compare versions' }).click();
        await takePicture(page, 'editor-conflict');
        expect(await findBarriers(page)).toEqual([]);
      },
      { mayFail: true },
    );
  });

  it('shows what is pressed in forced colours', async () => {
    await pages.edit('<p><strong>a</strong></p>', async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await textOf(page).getByText('a').click();
      const colours = (name: string) =>
        page
          .getByRole('button', { name, exact: true })
          .evaluate((button) => getComputedStyle(button).backgroundColor);
      expect(await colours('Bold')).not.toBe(await colours('Italic'));
    });
  });

  it('is small and ready at once', async () => {
    await pages.edit(EVERYTHING, async (page) => {
      const { ready, sizes } = await page.evaluate(() => ({
        ready: performance.getEntriesByName('editor-ready')[0]?.startTime,
        sizes: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.includes('/desk/editor/'))
          .map(({ encodedBodySize }) => encodedBodySize),
      }));
      const size = sizes.reduce((sum, each) => sum + each, 0);
      expect(size).toBeGreaterThan(100_000);
      expect(size).toBeLessThan(160_000);
      expect(ready).toBeGreaterThan(0);
    });
  });
});
