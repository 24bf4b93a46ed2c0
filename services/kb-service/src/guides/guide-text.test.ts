import { createAnalyzer } from '@guidepost/search';
import { describe, expect, it } from '@jest/globals';
import { readGuideText } from './guide-text.ts';

const words = (text: string) =>
  createAnalyzer('en')
    .words(text)
    .map(({ form }) => form);

describe('the searchable text of a guide', () => {
  it.each([
    ['parts of a word in elements', '<p><b>P</b>ostgreSQL</p>', [], ['postgresql']],
    ['blocks apart', '<p>one</p><p>two</p>', [], ['one', 'two']],
    ['lines apart', '<p>one<br>two</p>', [], ['one', 'two']],
    ["a note's number apart", '<p>server<sup>1</sup></p>', [], ['server', '1']],
    ['entities as their characters', '<p>caf&eacute; AT&amp;T</p>', [], ['cafe', 'at', 't']],
    ['headings by themselves', '<h2>Set <i>up</i></h2><p>Then go</p>', ['set', 'up'], ['then', 'go']],
    ['alternative texts', '<p><img src="/files/a.png" alt="A lamp">glows</p>', [], ['a', 'lamp', 'glows']],
    ['an image in a heading', '<h2><img src="/files/a.png" alt="Lamp"></h2>', ['lamp'], []],
    ['no fallback content of players', '<p>see</p><video>Sorry</video><p>it</p>', [], ['see', 'it']],
    ['nothing of attributes', '<p title="hidden" class="note">seen</p>', [], ['seen']],
    ['nothing of nothing', '', [], []],
  ])('holds %s', (_, html, headings, text) => {
    const read = readGuideText(html);
    expect([words(read.headings), words(read.text)]).toEqual([headings, text]);
  });
});
