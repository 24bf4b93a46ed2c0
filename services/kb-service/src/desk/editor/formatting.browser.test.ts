import { findBarriers, findOverflow, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cursorIsRead,
  type EditedPages,
  htmlOf,
  moveBy,
  pressTool,
  shownTool,
  startEditedPages,
  textOf,
  toolOf,
} from '../../testing/edited-pages.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

/** Selects the text of the first block that has it. */
async function select(page: Page, text: string): Promise<void> {
  await textOf(page).getByText(text).first().click();
  await moveBy(page, 'Home', 'Shift+End');
}

const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label).selectOption({ label: option });

const TOOLS: [tool: string, before: string, after: string][] = [
  ['Bold', '<p>a</p>', '<p><strong>a</strong></p>'],
  ['Italic', '<p>a</p>', '<p><em>a</em></p>'],
  ['Code', '<p>a</p>', '<p><code>a</code></p>'],
  ['Strikethrough', '<p>a</p>', '<p><s>a</s></p>'],
  ['Keyboard key', '<p>a</p>', '<p><kbd>a</kbd></p>'],
  ['Highlight', '<p>a</p>', '<p><mark>a</mark></p>'],
  ['Subscript', '<p>a</p>', '<p><sub>a</sub></p>'],
  ['Superscript', '<p>a</p>', '<p><sup>a</sup></p>'],
  ['Bulleted list', '<p>a</p>', '<ul><li>a</li></ul>'],
  ['Numbered list', '<p>a</p>', '<ol><li>a</li></ol>'],
  [
    'Task list',
    '<p>a</p>',
    '<ul><li class="task-list-item"><label><input type="checkbox" disabled /> a</label></li></ul>',
  ],
  ['Quote', '<p>a</p>', '<blockquote><p>a</p></blockquote>'],
  ['Collapsible section', '<p>a</p>', '<details><summary></summary><p>a</p></details>'],
];

const SELECTS: [label: string, option: string, before: string, after: string][] = [
  ['Paragraph style', 'Heading 2', '<p id="b">a</p>', '<h2 id="b">a</h2>'],
  ['Paragraph style', 'Heading 4', '<p>a</p>', '<h4>a</h4>'],
  ['Paragraph style', 'Paragraph', '<h3>a</h3>', '<p>a</p>'],
  ['Paragraph style', 'Code block', '<p><strong>a</strong></p>', '<pre><code>a</code></pre>'],
  ['Callout', 'Tip', '<p>a</p>', '<div class="tip"><p><strong>Tip</strong></p><p>a</p></div>'],
  [
    'Callout',
    'Warning',
    '<div class="note">\n<p><strong>Note</strong></p>\n<p>a</p>\n</div>',
    '<div class="warning">\n<p><strong>Warning</strong></p>\n<p>a</p>\n</div>',
  ],
  ['Callout', 'No callout', '<div class="note"><p>a</p></div>', '<p>a</p>'],
];

describe('the toolbar', () => {
  it.each(TOOLS)('%s is pressed, and takes away what it has done', async (tool, before, after) => {
    await pages.edit(before, async (page) => {
      await select(page, 'a');
      const isPressed = async () => (await shownTool(page, tool)).getAttribute('aria-pressed');
      expect(await isPressed()).toBe('false');
      await pressTool(page, tool);
      expect([await htmlOf(page), await isPressed()]).toEqual([after, 'true']);
      await pressTool(page, tool);
      expect(await htmlOf(page)).toBe(before);
    });
  });

  it.each(SELECTS)('%s: %s', async (label, option, before, after) => {
    await pages.edit(before, async (page) => {
      await textOf(page).getByText('a', { exact: true }).last().click();
      await choose(page, label, option);
      expect(await htmlOf(page)).toBe(after);
    });
  });

  it('removes formatting', async () => {
    await pages.edit('<p><strong><a href="b">a</a></strong></p>', async (page) => {
      await select(page, 'a');
      await pressTool(page, 'Clear formatting');
      expect(await htmlOf(page)).toBe('<p>a</p>');
    });
  });

  it('inserts a line, undoes and redoes', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await textOf(page).getByText('a').click();
      await moveBy(page, 'End');
      await pressTool(page, 'Horizontal line');
      expect(await htmlOf(page)).toMatch(/^<p>a<\/p>\n<hr \/>/);
      await pressTool(page, 'Undo');
      expect(await htmlOf(page)).toBe('<p>a</p>');
      await pressTool(page, 'Redo');
      expect(await htmlOf(page)).toMatch(/<hr \/>/);
    });
  });

  it('names the language of code', async () => {
    await pages.edit('<pre><code class="language-js">a</code></pre>', async (page) => {
      await textOf(page).getByText('a').click();
      const field = page.getByLabel('Programming language');
      expect(await field.inputValue()).toBe('js');
      await field.fill('sql');
      expect(await htmlOf(page)).toBe('<pre><code class="language-sql">a</code></pre>');
    });
  });
});

describe('the toolbar by keyboard', () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  /** The editor moves the focus with the next frame. */
  const untilFocused = (page: Page, label: string) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, label);

  it('is one stop, and the arrow keys move in it', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await page.getByLabel('Tags').focus();
      const stops: unknown[] = [];
      for (const key of ['Tab', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'ArrowLeft']) {
        await page.keyboard.press(key);
        stops.push(await focused(page));
      }
      await page.getByRole('button', { name: 'HTML' }).focus();
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
      expect(stops).toEqual([
        'Paragraph style',
        'Bold',
        'Italic',
        'Bold',
        'More tools',
        'Paragraph style',
        'More tools',
        'Content',
      ]);
    });
  });

  it('keeps the focus while the window becomes narrower', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await toolOf(page, 'Bold').focus();
      await page.setViewportSize({ width: 700, height: 800 });
      await toolOf(page, 'Quote').waitFor({ state: 'hidden' });
      expect(await focused(page)).toBe('Bold');
      await toolOf(page, 'Italic').focus();
      await page.setViewportSize({ width: 360, height: 800 });
      await toolOf(page, 'Italic').waitFor({ state: 'hidden' });
      expect(await focused(page)).toBe('More tools');
    });
  });

  it('opens the panel with further tools, and Escape closes it', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await select(page, 'a');
      await page.keyboard.press('Alt+F10');
      await moveBy(page, 'End', 'Enter');
      expect(await focused(page)).toBe('Video');
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('More tools');
      expect(await toolOf(page, 'More tools').getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('Strikethrough');
      await page.keyboard.press('Enter');
      await untilFocused(page, 'Content');
      expect(await htmlOf(page)).toBe('<p><s>a</s></p>');
      expect(await toolOf(page, 'More tools').getAttribute('aria-expanded')).toBe('false');
    });
  });

  it('is reached from the text by Alt+F10, and left by Escape or when it has done something', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await select(page, 'a');
      await page.keyboard.press('Alt+F10');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await untilFocused(page, 'Content');
      expect(await htmlOf(page)).toBe('<p><strong>a</strong></p>');
      await page.keyboard.press('Alt+F10');
      await untilFocused(page, 'Bold');
      await page.keyboard.press('Escape');
      await untilFocused(page, 'Content');
    });
  });
});

describe('Markdown becomes formatting while it is typed', () => {
  it.each([
    ['# a', '<h2>a</h2>'],
    ['## a', '<h2>a</h2>'],
    ['### a', '<h3>a</h3>'],
    ['#### a', '<h4>a</h4>'],
    ['- a', '<ul><li>a</li></ul>'],
    ['1. a', '<ol><li>a</li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['```js a', '<pre><code class="language-js">a</code></pre>'],
    ['**a** b', '<p><strong>a</strong> b</p>'],
    ['*a* b', '<p><em>a</em> b</p>'],
    ['`a` b', '<p><code>a</code> b</p>'],
    ['~~a~~ b', '<p><s>a</s> b</p>'],
    ['[ ] a', '<ul><li class="task-list-item"><label><input type="checkbox" disabled /> a</label></li></ul>'],
    ['---', '<hr />'],
  ])('%s', async (typed, html) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type(typed);
      expect((await htmlOf(page)).replace(/\n<p><\/p>$/, '')).toBe(html);
    });
  });
});

describe('the menu that a slash opens', () => {
  const menuOf = (page: Page) => page.getByRole('listbox', { name: 'Insert a block' });
  const activeOf = (page: Page) => menuOf(page).getByRole('option', { selected: true });

  it.each([
    ['head', '<h2>b</h2>'],
    ['h3', '<h3>b</h3>'],
    ['heading 4', undefined],
    ['bulleted', '<ul><li>b</li></ul>'],
    ['ol', '<ol><li>b</li></ol>'],
    ['task', '<ul><li class="task-list-item"><label><input type="checkbox" disabled /> b</label></li></ul>'],
    ['quote', '<blockquote><p>b</p></blockquote>'],
    ['tip', '<div class="tip"><p><strong>Tip</strong></p><p>b</p></div>'],
    ['warn', '<div class="warning"><p><strong>Warning</strong></p><p>b</p></div>'],
    ['code', '<pre><code>b</code></pre>'],
    ['coll', '<details><summary>b</summary><p></p></details>'],
    ['hr', '<hr />\n<p>b</p>'],
  ])('makes a block of /%s', async (typed, html) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type(`/${typed}`);
      // A space closes it.
      if (html) await activeOf(page).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('b');
      expect(await htmlOf(page)).toBe(html ?? `<p>/${typed}</p>\n<p>b</p>`);
    });
  });

  it('inserts a table after a space, and is moved in by the arrow keys', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await textOf(page).getByText('a').click();
      await moveBy(page, 'End');
      await page.keyboard.type(' /');
      expect(await activeOf(page).textContent()).toBe('Heading 2');
      await page.keyboard.press('ArrowUp');
      expect(await activeOf(page).textContent()).toBe('Horizontal line');
      expect(await textOf(page).getAttribute('aria-activedescendant')).toBe(
        await activeOf(page).getAttribute('id'),
      );
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.type('tab');
      expect(await menuOf(page).getByRole('option').allTextContents()).toEqual(['Table']);
      await page.keyboard.press('Enter');
      expect(await htmlOf(page)).toMatch(/^<p>a <\/p>\n<table>/);
    });
  });

  it('opens the dialog of what the mouse chooses', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type('/');
      await menuOf(page).getByRole('option', { name: 'Video' }).click();
      await page.getByRole('dialog', { name: 'Video' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await htmlOf(page)).toBe('');
    });
  });

  it('gives back what was typed after one undo, and stays closed', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type('a /h3');
      await activeOf(page).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('b');
      expect(await htmlOf(page)).toBe('<h3>a b</h3>');
      await page.keyboard.press('Control+Z');
      await page.keyboard.press('Control+Z');
      expect(await htmlOf(page)).toBe('<p>a /h3</p>');
      expect(await menuOf(page).count()).toBe(0);
    });
  });

  it('is closed by Escape, and does not open in words, code and where the cursor comes across a slash', async () => {
    await pages.edit('<p>see /etc</p>\n<pre><code>a</code></pre>', async (page) => {
      await textOf(page).getByText('see').click();
      await moveBy(page, 'End');
      await page.keyboard.type(' /');
      await menuOf(page).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('x and/or');
      await textOf(page).getByText('a', { exact: true }).click();
      await page.keyboard.type('/');
      await menuOf(page).waitFor({ state: 'detached' });
      expect(await htmlOf(page)).toContain('<p>see /etc /x and/or</p>');
    });
  });

  it('fits beside the cursor on a phone', async () => {
    await pages.edit(
      `${'<p>a</p>'.repeat(30)}<p>last</p>`,
      async (page) => {
        await textOf(page).getByText('last').click();
        await moveBy(page, 'End');
        await page.keyboard.type(' /');
        await activeOf(page).click({ trial: true });
        expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
      },
      { width: 390, colorScheme: 'dark' },
    );
  });
});

describe('the keys', () => {
  it.each([
    ['are listed when ? is pressed outside of the text', (page: Page) => page.keyboard.press('?')],
    ['are behind a button', (page: Page) => pressTool(page, 'Keyboard shortcuts')],
  ])('%s', async (_, open) => {
    await pages.edit('<p>a</p>', async (page) => {
      await page.getByRole('button', { name: 'HTML' }).focus();
      await open(page);
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByText('Ctrl+Shift+V').waitFor();
      await takePicture(page, 'editor-keys');
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    });
  });

  it('are not listed when a question is written', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await page.getByLabel('Title').fill('Why');
      await page.keyboard.type('?');
      await textOf(page).getByText('a').click();
      await moveBy(page, 'End');
      await page.keyboard.type('?');
      expect(await htmlOf(page)).toBe('<p>a?</p>');
      expect(await page.getByLabel('Title').inputValue()).toBe('Why?');
    });
  });
});

describe('an empty guide', () => {
  it('says what can be done in it', async () => {
    await pages.edit('', async (page) => {
      const shown = () =>
        textOf(page).evaluate(
          (text) => text.firstElementChild && getComputedStyle(text.firstElementChild, '::before').content,
        );
      expect(await shown()).toContain('type / for headings');
      await textOf(page).click();
      await page.keyboard.type('a');
      expect(await shown()).toBe('none');
    });
  });
});

describe('Enter', () => {
  const LIST = '<ul>\n<li>one</li>\n<li>two</li>\n</ul>';

  it.each([
    [
      'continues a list as it is written',
      LIST,
      'two',
      'three',
      LIST.replace('</ul>', '<li>three</li>\n</ul>'),
    ],
    [
      'continues a list of paragraphs',
      '<ul>\n<li>\n<p>one</p>\n</li>\n</ul>',
      'one',
      'two',
      '<ul>\n<li>\n<p>one</p>\n</li>\n<li><p>two</p></li>\n</ul>',
    ],
    [
      'continues tasks with one to do',
      '<ul><li class="task-list-item"><label><input type="checkbox" disabled checked /> one</label></li></ul>',
      'one',
      'two',
      '<ul><li class="task-list-item"><label><input type="checkbox" disabled checked /> one</label></li><li class="task-list-item"><label><input type="checkbox" disabled /> two</label></li></ul>',
    ],
    [
      'makes paragraphs of text without one',
      '<table><tr><td>one</td></tr></table>',
      'one',
      'two',
      '<table><tr><td><p>one</p><p>two</p></td></tr></table>',
    ],
    ['defines a term', '<dl><dt>one</dt></dl>', 'one', 'two', '<dl><dt>one</dt><dd>two</dd></dl>'],
    [
      'goes from a title to the text',
      '<details><summary>one</summary><p></p></details>',
      'one',
      'two',
      '<details><summary>one</summary><p>two</p></details>',
    ],
    [
      'leaves a figure',
      '<figure><img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" alt="" /><figcaption>one</figcaption></figure>',
      'one',
      'two',
      '<figure><img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" alt="" /><figcaption>one</figcaption></figure>\n<p>two</p>',
    ],
  ])('%s', async (_, before, at, typed, after) => {
    await pages.edit(before, async (page) => {
      await textOf(page).getByText(at, { exact: true }).click();
      await moveBy(page, 'End');
      await page.keyboard.press('Enter');
      await page.keyboard.type(typed);
      expect(await htmlOf(page)).toBe(after);
    });
  });
});

describe('a task', () => {
  it('is ticked by mouse and by keyboard', async () => {
    const task = (attributes: string) =>
      `<ul><li class="task-list-item"><label><input type="checkbox" disabled${attributes} /> a</label></li></ul>`;
    await pages.edit(task(''), async (page) => {
      await textOf(page).getByRole('checkbox').click();
      expect(await htmlOf(page)).toBe(task(' checked'));
      await textOf(page).getByText('a').click();
      await cursorIsRead(page);
      await page.keyboard.press('Control+Enter');
      expect(await htmlOf(page)).toBe(task(''));
    });
  });
});
