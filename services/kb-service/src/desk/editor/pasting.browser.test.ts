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

describe('a guide’s own text', () => {
  const CONTENT = '<div class="note" id="a"><p>One <kbd>two</kbd> <a id="b"></a>three</p></div>';

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
