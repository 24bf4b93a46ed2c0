import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from '../../rendering/render-markdown.ts';
import { quoteOf } from './quote.ts';

const plain = (text: string) => ({ text, markdown: false });

describe('the quote of a comment', () => {
  it.each([
    ['lines', plain('One.\n\nTwo.'), '> One.\n>\n> Two.\n\n'],
    [
      'Markdown, without its marks',
      { text: '**One** [two](https://a.example)', markdown: true },
      '> One two\n\n',
    ],
    ['what was quoted before', { text: '> Before.\n\nNow.', markdown: true }, '> Now.\n\n'],
    ['nothing but a quote', { text: '> Before.', markdown: true }, '> Before.\n\n'],
    ['addresses, which are no links', plain('See https://a.example/b_c.png'), '> See a.example/b_c.png\n\n'],
    ['300 characters', plain('å'.repeat(300)), `> ${'å'.repeat(300)}\n\n`],
    ['301 characters', plain('å'.repeat(301)), `> ${'å'.repeat(300)} …\n\n`],
  ])('has %s', (_, post, quote) => {
    expect(quoteOf(post)).toBe(quote);
  });

  it.each([
    '**no** emphasis, _none_',
    '> no quote',
    '1. no list',
    '- none',
    '[no](link)',
    '```',
    '    no code',
    'a \\* b',
  ])('looks like its text: %s', (text) => {
    const html = renderMarkdown(quoteOf(plain(text)));
    const said = text.trim().replaceAll('>', '&gt;');
    expect(html.trim().replaceAll('\n', '')).toBe(`<blockquote><p>${said}</p></blockquote>`);
  });
});
