import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createHighlighter, type Highlighter } from './highlighter.ts';

function highlighter(query: string, otherWords: string[] = []): Highlighter {
  const analyzer = createAnalyzer('en');
  return createHighlighter({ analyzer, query: analyzer.query(query), otherWords });
}

const TAGS = { open: '<span class="highlighted">', close: '</span>' };

function markedHtml(query: string, html: string): string {
  return highlighter(query).html(html, { open: '[', close: ']' });
}

function markedText(query: string, text: string): string {
  return highlighter(query)
    .text(text)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');
}

describe('a plain text', () => {
  it.each([
    ['settings', 'Set it in Settings.', '[Set] it in [Settings].'],
    ['settings.json', 'See settings.json or other.json', 'See [settings.json] or other.json'],
    ['json', 'See settings.json', 'See settings.[json]'],
    ['set', 'See settings.json', 'See [settings.json]'],
    ['plug-in x', 'a plug in, plug-ins, a plugin', 'a [plug] [in], [plug-ins], a [plugin]'],
    ['foo::bar x', 'foo::bar, foo bar, bar foo', '[foo::bar], [foo] [bar], bar foo'],
    ['10.4.2 x', '2 of 10.4.2', '2 of [10.4.2]'],
    ['C++ x', 'C, C++', 'C, [C++]'],
    ['how do I set it', 'How to set it in Settings.', 'How to [set] it in [Settings].'],
    ['how to', 'How to set it in Settings.', '[How] [to] set it in Settings.'],
    ['"set it"', 'Set it in Settings.', '[Set] it in [Settings].'],
    ['x', '', ''],
    ['???', 'a <b> c', 'a <b> c'],
  ])('%s in %j', (query, text, expected) => {
    expect(markedText(query, text)).toBe(expected);
  });

  it('has no empty pieces', () => {
    expect(highlighter('foo').text('foo foo')).toEqual([
      { text: 'foo', marked: true },
      { text: ' ', marked: false },
      { text: 'foo', marked: true },
    ]);
  });
});

it('marks corrections in all their forms', () => {
  const shown = highlighter('conection x', ['connections']).text('connections, connect, conection');
  expect(shown.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([
    'connections',
    'connect',
    'conection',
  ]);
});

describe('skipped elements', () => {
  const analyzer = createAnalyzer('en');
  const mark = (query: string, html: string) =>
    createHighlighter({ analyzer, query: analyzer.query(query), leftOut: ['a'] }).html(html, {
      open: '[',
      close: ']',
    });

  it.each([
    [
      'are not marked',
      'server',
      '<a href="/server">the <b>server</b></a> server',
      '<a href="/server">the <b>server</b></a> [server]',
    ],
    ['part the words beside them', 'foobar', 'foo<a>x</a>bar foobar', 'foo<a>x</a>bar [foobar]'],
    ['end where a parser ends them', 'x y', '<a>x<a>x</a>x', '<a>x<a>x</a>[x]'],
  ])('%s', (_, query, html, expected) => {
    expect(mark(query, html)).toBe(expected);
  });
});

describe('HTML', () => {
  it.each([
    ['text', 'server', '<p>The <b>server</b></p>', '<p>The <b>[server]</b></p>'],
    [
      'never attributes',
      'server',
      '<a href="/server" title="server">x</a>',
      '<a href="/server" title="server">x</a>',
    ],
    ['never tags', 'span', '<span>x</span>', '<span>x</span>'],
    ['never comments', 'server', '<!-- server -->server', '<!-- server -->[server]'],
    [
      'never scripts, styles and players',
      'server',
      '<script>server</script><style>server</style><textarea>server</textarea><title>server</title><video><p>server</p></video>server',
      '<script>server</script><style>server</style><textarea>server</textarea><title>server</title><video><p>server</p></video>[server]',
    ],
    [
      'never into entities',
      'amp lt quot',
      'a &amp; b &lt; &quot;lt&quot;',
      'a &amp; b &lt; &quot;[lt]&quot;',
    ],
    ['never into numbers of characters', '39 x27', 'it&#39;s &#x27; 39', 'it&#39;s &#x27; [39]'],
    ['a word with an entity', 'cafe x', 'a caf&eacute;s b', 'a [caf&eacute;s] b'],
    ['a word of entities', 'abc', '&#97;&#98;&#99;', '[&#97;&#98;&#99;]'],
    ['a letter of two units', 'bold', '<i>&#x1D401;old</i>', '<i>[&#x1D401;old]</i>'],
    ['an entity of two letters', 'x', '&NotEqualTilde; x', '&NotEqualTilde; [x]'],
    ['a word that contains tags', 'foobar', 'foo<b>bar</b>', '[foo]<b>[bar]</b>'],
    ['but not across blocks', 'foobar', '<p>foo</p><p>bar</p>foo<br>bar', '<p>foo</p><p>bar</p>foo<br>bar'],
    ['an optional break', 'foobar', 'foo<wbr>bar', '[foo]<wbr>[bar]'],
    ["a note's number apart", 'server x', 'server<sup>1</sup>', '[server]<sup>1</sup>'],
    ['cells apart', 'foo x', '<td>foo</td><td>bar</td>', '<td>[foo]</td><td>bar</td>'],
    ['unclosed skipped elements', 'server', '<video>server', '<video>server'],
    [
      'players within players',
      'a',
      '<video>a<video>a</video>a</video>a',
      '<video>a<video>a</video>a</video>[a]',
    ],
    ['around a < that begins no tag', 'server', 'server < server', '[server] < [server]'],
    ['nothing', 'server', '', ''],
  ])('%s', (_title, query, html, expected) => {
    expect(markedHtml(query, html)).toBe(expected);
  });

  it('S4 keeps escaped text escaped', () => {
    const html = '<p>&amp;lt;img onerror&gt; &lt;img src=x onerror=alert(1)&gt; &amp;amp;</p>';
    const img = '<span class="highlighted">img</span>';
    expect(highlighter('img').html(html, TAGS)).toBe(html.replaceAll('img', img));
  });
});

describe('an excerpt', () => {
  const TEXT = `${'before '.repeat(30)}first ${'between '.repeat(30)}first second ${'after '.repeat(30)}`;

  function excerpt(query: string, text: string, length: number): string {
    const { parts, cutBefore, cutAfter } = highlighter(query).excerpt(text, length);
    const shown = parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('');
    return `${cutBefore ? '… ' : ''}${shown}${cutAfter ? ' …' : ''}`;
  }

  it.each([
    [
      'the most words of the query',
      'first second',
      TEXT,
      40,
      '… between [first] [second] after after after …',
    ],
    ['then the most marks', 'foo', `foo ${'x '.repeat(50)}foo foo`, 20, '… x x x x x x [foo] [foo]'],
    [
      'not words that are elsewhere',
      'foo bar',
      `foo bar ${'x '.repeat(50)}bar bar bar`,
      12,
      '[foo] [bar] x x …',
    ],
    ['then the first', 'foo', `foo ${'x '.repeat(50)}foo`, 10, '[foo] x x x …'],
    ['the beginning without marks', 'none', TEXT, 20, 'before before before …'],
    ['all of a short text', 'foo', 'a foo b', 20, 'a [foo] b'],
    ['an identifier is not split', 'foo', 'a settings.json foo settings.json b', 12, '… [foo] …'],
    ['unless one of its parts was found', 'json x', `${'a '.repeat(20)}settings.json`, 6, '… [json]'],
    [
      'and its other part is shown as a whole or not at all',
      'settings x',
      `a settings.json ${'b '.repeat(20)}`,
      10,
      '… [settings] …',
    ],
    ['a word that is longer than all', 'aaaa', `x ${'a'.repeat(50)} x`, 10, `… [${'a'.repeat(10)}] …`],
    ['a long word at the beginning', 'none', 'a'.repeat(50), 10, `${'a'.repeat(10)} …`],
    ['text without spaces', '接続', 'データベースに接続できません', 6, '… に[接続]できま …'],
    ['nothing', 'foo', '', 10, ''],
  ])('%s', (_title, query, text, length, expected) => {
    expect(excerpt(query, text, length)).toBe(expected);
  });

  it('does not split characters', () => {
    expect(excerpt('none', '😀'.repeat(20), 9)).toBe(`${'😀'.repeat(4)} …`);
  });
});
