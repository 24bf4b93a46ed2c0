import { describe, expect, it } from '@jest/globals';
import { mallardHtml, readMallardPage } from './mallard-page.ts';

const PAGE = `<page xmlns="http://projectmallard.org/1.0/" type="guide" id="sound">
  <info>
    <link type="guide" xref="media#sound"/><link type="seealso" xref="tips"/>
    <desc>Louder &amp; softer</desc><credit type="author"><name>Anna</name></credit>
  </info>
  <title>Sound <em>volume</em></title>`;

describe('a page of GNOME help', () => {
  it('has a title, a description and the pages that list it', () => {
    const { id, title, description, listedBy } = readMallardPage(`${PAGE}</page>`);
    expect({ id, title, description, listedBy }).toEqual({
      id: 'sound',
      title: 'Sound volume',
      description: 'Louder & softer',
      listedBy: ['media'],
    });
  });

  it.each([
    ['<p>A &lt; B</p>', '<p>A &lt; B</p>'],
    ['<steps><item><p>One</p></item></steps>', '<ol><li><p>One</p></li></ol>'],
    ['<section><title>Keys</title></section>', '<div><h2>Keys</h2></div>'],
    ['<note><title>Mind</title></note>', '<div><p>Mind</p></div>'],
    ['<p><keyseq><key>Super</key><key>Tab</key></keyseq></p>', '<p>Super+Tab</p>'],
    ['<p><link xref="tips"/></p>', '<p><a href="tips.html">Tips</a></p>'],
    ['<p><link xref="tips#one">these</link></p>', '<p><a href="tips.html">these</a></p>'],
    ['<p><link xref="#below">below</link></p>', '<p>below</p>'],
    ['<media type="image" src="a.png"><p>A picture</p></media>', ''],
  ])('%s is shown as %s', (mallard, html) => {
    const page = readMallardPage(`${PAGE}${mallard}</page>`);
    const shown = mallardHtml(page, [], new Map([['tips', 'Tips']]));
    expect(shown.replace(/\n */g, '')).toContain(`<h1>Sound volume</h1>${html}</body>`);
  });

  it('lists the pages that refer to it', () => {
    const tips = readMallardPage('<page id="tips"><info><desc>Some</desc></info><title>Tips</title></page>');
    const shown = mallardHtml(readMallardPage(`${PAGE}</page>`), [tips], new Map());
    expect(shown).toContain('<ul><li><a href="tips.html">Tips</a>: Some</li></ul>');
  });
});
