import type { Page } from '@guidepost/testing/browser';
import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findDangers } from '../../testing/dangers.ts';
import {
  type EditedPages,
  focusText,
  htmlOf,
  moveBy,
  paste,
  startEditedPages,
  textOf,
} from '../../testing/edited-pages.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

/** The HTML of an empty guide after something was pasted. */
async function pasted(html: string, text = 'text'): Promise<string> {
  let result = '';
  const use = async (page: Page) => {
    await textOf(page).click();
    await paste(page, html, text);
    result = await htmlOf(page);
  };
  await pages.edit('', use);
  return result.replace(/>\n</g, '><');
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal { margin: 0cm } --></style></head>
<body lang=SV style='tab-interval:65.0pt'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>Returns<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8pt'>You have <b style='mso-bidi-font-weight:normal'>30 days</b>
<span style='mso-spacerun:yes'>  </span>and <i>no</i> costs.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>Pack it<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><span
style='mso-list:Ignore'>o<span>&nbsp;</span></span>in paper<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Send it<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'>
<td width=208 valign=top style='width:155.8pt'><p class=MsoNormal>Country<o:p></o:p></p></td>
<td width=208 style='width:155.8pt'><p class=MsoNormal align=right style='text-align:right'>Days<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`;

const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c"><h2 dir="ltr"
style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial;color:#000000;font-weight:400;">Returns</span></h2><p
dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;font-style:normal;">30 days</span><span
style="font-size:11pt;font-weight:400;font-style:italic;"> of time</span><span style="font-weight:400;text-decoration:line-through;">
not</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span
style="font-weight:400;">Pack </span><a
href="https://www.google.com/url?q=https://a.example/b?c%3D1&amp;sa=D&amp;source=editors&amp;ust=1763900000&amp;usg=AOvVaw0" style="text-decoration:none;"><span
style="color:#1155cc;text-decoration:underline;">it</span></a></p></li></ul><br /></b>`;

describe('what is pasted from', () => {
  it.each([
    [
      'Microsoft Word',
      WORD,
      '<h2>Returns</h2><p>You have <strong>30 days</strong> and <i>no</i> costs.</p>' +
        '<ol><li>Pack it<ul><li>in paper</li></ul></li><li>Send it</li></ol>' +
        '<table><tbody><tr><td>Country</td><td>Days</td></tr></tbody></table>',
    ],
    [
      'Google Docs',
      GOOGLE_DOCS,
      '<h2>Returns</h2><p><strong>30 days</strong><em> of time</em><s> not</s></p>' +
        '<ul><li>Pack <a href="https://a.example/b?c=1">it</a></li></ul>',
    ],
    [
      'Microsoft Word, with two lists and an image',
      `<body><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Pack it</p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1)<span>&nbsp;</span></span>Send it</p>
<p class=MsoNormal><img width=312 src="file:///C:/Users/a/clip_image002.png" alt="A parcel"></p></body>`,
      '<ul><li>Pack it</li></ul><ol><li>Send it</li></ol><p>[Image: A parcel]</p>',
    ],
    [
      'Google Docs, with lists in lists',
      `<b style="font-weight:normal;" id="docs-internal-guid-1"><ol><li dir="ltr" aria-level="1"><p dir="ltr"><span>Pack it</span></p></li>
<ul><li dir="ltr" role="checkbox" aria-level="2"><img src="data:image/png;base64,AA" aria-roledescription="checkbox" /><p dir="ltr"><span>in paper</span></p></li></ul>
<li dir="ltr" aria-level="1"><p dir="ltr"><span>Send it</span></p></li></ol></b>`,
      '<ol><li>Pack it<ul><li>in paper</li></ul></li><li>Send it</li></ol>',
    ],
    [
      'a web page',
      '<div class="x"><div style="color:red"><p onclick="a()">One <font color="red">two</font></p></div><nav>three</nav></div>',
      '<p>One two</p><p>three</p>',
    ],
  ])('%s', async (_, html, expected) => {
    expect((await pasted(html)).replaceAll('<b>', '<strong>').replaceAll('</b>', '</strong>')).toBe(expected);
  });

  it('a text editor', async () => {
    expect(await pasted('', 'One <b>\n\nTwo')).toBe('<p>One &lt;b&gt;</p><p>Two</p>');
  });
});

/** Where images may be from. */
const FOREIGN = ['https://a.example'];

describe('hostile HTML', () => {
  it('is harmless when it is pasted', async () => {
    const dangers: string[] = [];
    const pasteAll = async (page: Page) => {
      await textOf(page).click();
      for (const [, html] of HOSTILE_MARKUP) {
        await page.keyboard.press('Control+A');
        await paste(page, html, 'text');
        dangers.push(...findDangers(await htmlOf(page)));
      }
    };
    await pages.edit('', pasteAll, { mayFail: true, asks: FOREIGN });
    expect(dangers).toEqual([]);
  }, 120_000);
});

describe('five megabytes of text', () => {
  it('are refused where they were pasted, and leave the text as it was', async () => {
    await pages.edit('<p>One</p>', async (page) => {
      await textOf(page).getByText('One').click();
      await moveBy(page, 'End');
      await paste(page, '', 'A line of text.\n'.repeat(330_000));
      await textOf(page).getByText('Pasted text (5.3 MB)').waitFor();
      await textOf(page).getByRole('alert').getByText('Paste parts of at most 300 kB').waitFor();
      await page.keyboard.type(' two');
      expect(await htmlOf(page)).toBe('<p>One two</p>');
      await textOf(page).getByRole('button', { name: 'Remove' }).click();
      await paste(page, `<p>${' '.repeat(3_000_000)}</p>`, 'a');
      await textOf(page).getByText('Pasted text (3 MB)').waitFor();
    });
  });
});

describe('a guide’s own text', () => {
  const CONTENT =
    '<div class="note" id="a"><p>One <kbd>two</kbd> <a id="b"></a>three</p></div>' +
    '<ul>\n<li class="task-list-item"><label><input type="checkbox" disabled checked /> four</label></li>\n</ul>';

  it('is the same when it is cut and pasted', async () => {
    await pages.edit(CONTENT, async (page) => {
      await focusText(page);
      await page.keyboard.press('Control+A');
      const copied = await textOf(page).evaluate((surface) => {
        const clipboardData = new DataTransfer();
        surface.dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }));
        return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
      });
      expect(await textOf(page).allInnerTexts()).toEqual(['\n']);
      await paste(page, copied.html, copied.text);
      expect(await htmlOf(page)).toBe(CONTENT);
    });
  });

  it('has each ID once, however often it is pasted', async () => {
    await pages.edit('<h2 id="a">One</h2>', async (page) => {
      await textOf(page).getByText('One').click();
      await moveBy(page, 'Control+End');
      await page.keyboard.press('Enter');
      await paste(page, '<h2 id="a" data-pm-slice="0 0 []">One</h2>');
      expect((await htmlOf(page)).match(/id="a"/g)).toHaveLength(1);
    });
  });
});

describe('an address pasted onto selected text', () => {
  it('makes it a link', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await textOf(page).getByText('a').click();
      await moveBy(page, 'Home', 'Shift+End');
      await paste(page, '', 'https://a.example/b');
      expect(await htmlOf(page)).toBe('<p><a href="https://a.example/b">a</a></p>');
    });
  });
});

describe('a web address', () => {
  const LINK = '<a href="https://a.example/b_(c)">https://a.example/b_(c)</a>';

  it.each([
    ['a space', 'See https://a.example/b_(c) now', `<p>See ${LINK} now</p>`],
    ['Enter', '(see https://a.example/b_(c)).\nNext', `<p>(see ${LINK}).</p>\n<p>Next</p>`],
    ['Enter in a list', '- https://a.example/b_(c)\nNext', `<ul><li>${LINK}</li><li>Next</li></ul>`],
    ['nothing', 'https://a.example/b', '<p>https://a.example/b</p>'],
  ])('that is typed becomes a link after %s', async (_, typed, html) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type(typed);
      expect(await htmlOf(page)).toBe(html);
    });
  });

  it('is text again after one undo', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await page.keyboard.type('https://a.example ');
      await textOf(page).getByRole('link').waitFor();
      await page.keyboard.press('Control+Z');
      expect(await htmlOf(page)).toBe('<p>https://a.example </p>');
    });
  });

  it.each([
    ['alone', { text: 'https://a.example/b_(c)' }, `<p>${LINK}</p>`],
    ['in a text', { text: 'See https://a.example/b_(c), or not' }, `<p>See ${LINK}, or not</p>`],
    [
      'by Ctrl+Shift+V',
      { text: 'https://a.example/b_(c)', keys: 'Control+Shift+V' },
      '<p>https://a.example/b_(c)</p>',
    ],
  ])('that is pasted becomes a link: %s', async (_, data, html) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pasteByKeys(page, data);
      expect(await htmlOf(page)).toBe(html);
    });
  });

  it.each([
    ['<pre><code>a</code></pre>', '<pre><code>ahttps://a.example </code></pre>'],
    ['<p><code>a</code></p>', '<p><code>ahttps://a.example </code></p>'],
    ['<p><a href="b">a</a></p>', '<p><a href="b">a</a>https://a.example </p>'],
  ])('is typed in %s as it is', async (before, after) => {
    await pages.edit(before, async (page) => {
      await textOf(page).getByText('a', { exact: true }).click();
      await moveBy(page, 'End');
      await page.keyboard.type('https://a.example ');
      expect(await htmlOf(page)).toBe(after);
    });
  });
});

const MARKDOWN = `## Head

- one
- two

| a | b |
|---|---|
| 1 | 2 |

[x](https://example.com)`;

const FORMATTED =
  '<h2 id="head">Head</h2><ul><li>one</li><li>two</li></ul><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
  '<tbody><tr><td>1</td><td>2</td></tr></tbody></table><p><a href="https://example.com">x</a></p>';

const AS_WRITTEN =
  '<p>## Head</p><p>- one</p><p>- two</p><p>| a | b |</p><p>|---|---|</p><p>| 1 | 2 |</p><p>[x](https://example.com)</p>';

const VS_CODE = `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', monospace;white-space: pre;">
${MARKDOWN.split('\n')
  .map((line) => (line ? `<div><span style="color: #569cd6;">${line}</span></div>` : '<br>'))
  .join('')}</div>`;

/** Puts a text on the clipboard, and pastes it by keys. */
async function pasteByKeys(
  page: Page,
  { text, html, keys = 'Control+V' }: { text: string; html?: string; keys?: string },
): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((data) => navigator.clipboard.write([new ClipboardItem(data)]), {
    'text/plain': text,
    ...(html && { 'text/html': html }),
  });
  await page.keyboard.press(keys);
}

const tightly = (html: string) => html.replace(/>\n</g, '><');

describe('F28 Markdown', () => {
  const isFormatted = (page: Page) => textOf(page).getByRole('link', { name: 'x' }).waitFor();

  it.each([
    ['as plain text', (page: Page) => pasteByKeys(page, { text: MARKDOWN })],
    ['as a text editor colours it', (page: Page) => paste(page, VS_CODE, MARKDOWN)],
  ])('becomes a heading, a list, a table and a link: %s', async (_, pasteIt) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pasteIt(page);
      await isFormatted(page);
      await page.keyboard.type('!');
      expect(tightly(await htmlOf(page))).toBe(FORMATTED.replace('</a></p>', '</a>!</p>'));
    });
  });

  it('is as it was written after one undo, and formatted again after a redo', async () => {
    await pages.edit('<p>Before</p>', async (page) => {
      await textOf(page).getByText('Before').click();
      await moveBy(page, 'End');
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await pasteByKeys(page, { text: MARKDOWN });
      await isFormatted(page);
      await page.keyboard.press('Control+Z');
      expect(tightly(await htmlOf(page))).toBe(`<p>Before!</p>${AS_WRITTEN}`);
      await page.keyboard.press('Control+Shift+Z');
      expect(tightly(await htmlOf(page))).toBe(`<p>Before!</p>${FORMATTED}`);
    });
  });

  it.each([
    ['by Ctrl+Shift+V', { text: MARKDOWN, keys: 'Control+Shift+V' }],
    ['out of a document', { text: MARKDOWN, html: AS_WRITTEN }],
  ])('stays as it was written when it is pasted %s', async (_, pasting) => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pasteByKeys(page, pasting);
      expect(tightly(await htmlOf(page))).toBe(AS_WRITTEN);
    });
  });

  it('stays as it was written in code', async () => {
    await pages.edit('<pre><code>a</code></pre>', async (page) => {
      await textOf(page).getByText('a').click();
      await moveBy(page, 'End');
      await pasteByKeys(page, { text: MARKDOWN });
      expect(await htmlOf(page)).toBe(`<pre><code>a${MARKDOWN}</code></pre>`);
    });
  });

  it.each([
    ['there is no connection', (page: Page) => page.route('**/desk/markdown', (route) => route.abort())],
    [
      'the service refuses it',
      (page: Page) => page.route('**/desk/markdown', (route) => route.fulfill({ status: 413 })),
    ],
  ])('stays as it was written when %s', async (_, refuse) => {
    const use = async (page: Page) => {
      await refuse(page);
      await textOf(page).click();
      const asked = page.waitForRequest('**/desk/markdown');
      await pasteByKeys(page, { text: MARKDOWN });
      await asked;
      await page.keyboard.type('!');
      expect(tightly(await htmlOf(page))).toBe(AS_WRITTEN.replace(/<.p>$/, '!</p>'));
    };
    await pages.edit('', use, { mayFail: true });
  });

  it('is not formatted over what was written in it meanwhile', async () => {
    await pages.edit('', async (page) => {
      const answer = Promise.withResolvers<void>();
      await page.route('**/desk/markdown', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await textOf(page).click();
      await pasteByKeys(page, { text: MARKDOWN });
      await textOf(page).getByText('- one').click();
      await moveBy(page, 'End');
      await page.keyboard.type('!');
      const answered = page.waitForResponse('**/desk/markdown');
      answer.resolve();
      await (await answered).finished();
      expect(tightly(await htmlOf(page))).toBe(AS_WRITTEN.replace('- one', '- one!'));
    });
  });

  it('has its title below that of the guide, and its tasks and alerts', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pasteByKeys(page, {
        text: '# Returns\n\n- [x] packed\n- [ ] sent\n\n> [!TIP]\n> Keep it.\n\n## Cost',
      });
      await textOf(page).getByRole('heading', { name: 'Cost', level: 3 }).waitFor();
      expect(tightly(await htmlOf(page))).toBe(
        '<h2 id="returns">Returns</h2><ul><li class="task-list-item"><label><input type="checkbox" disabled checked /> packed</label></li>' +
          '<li class="task-list-item"><label><input type="checkbox" disabled /> sent</label></li></ul>' +
          '<div class="tip"><p><strong>Tip</strong></p><p>Keep it.</p></div><h3 id="cost">Cost</h3>',
      );
    });
  });
});
