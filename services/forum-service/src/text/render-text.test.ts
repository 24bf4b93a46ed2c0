import { HOSTILE_MARKUP, type ReadElement, readByParsers } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { findDangers } from '../testing/dangers.ts';
import { linkForeignMedia } from './embed.ts';
import { renderText } from './render-text.ts';

describe('the HTML of a text', () => {
  it.each([
    ['one line', 'Hello there', '<p>Hello there</p>'],
    ['line breaks of all systems', 'a\nb\r\nc\rd', '<p>a<br>b<br>c<br>d</p>'],
    ['blank lines', 'a\n\n \n\t\nb\n', '<p>a</p><p>b</p>'],
    ['nothing but white space', ' \n\n ', ''],
    [
      'possible markup',
      `<b class="x">1 < 2 && 3 > 'x'</b>`,
      '<p>&lt;b class=&quot;x&quot;&gt;1 &lt; 2 &amp;&amp; 3 &gt; &#39;x&#39;&lt;/b&gt;</p>',
    ],
    ['already escaped text', '&amp;<img onerror>', '<p>&amp;amp;&lt;img onerror&gt;</p>'],
  ])('of %s', (_, source, html) => {
    expect(renderText(source)).toBe(html);
  });
});

describe('links', () => {
  const link = (address: string, written = address) =>
    `<a href="${address}" rel="nofollow ugc noopener">${written}</a>`;

  it.each([
    ['alone', 'https://a.example/b', link('https://a.example/b')],
    ['before a full stop', 'See https://a.example/b.', `See ${link('https://a.example/b')}.`],
    ['in brackets', '(https://a.example/b)', `(${link('https://a.example/b')})`],
    ['with brackets', 'https://a.example/b_(c)!', `${link('https://a.example/b_(c)')}!`],
    ['in angle brackets', '<https://a.example/b>', `&lt;${link('https://a.example/b')}&gt;`],
    [
      'with a query',
      'https://a.example/?a=1&b="2"',
      link('https://a.example/?a=1&amp;b=%222%22', 'https://a.example/?a=1&amp;b=&quot;2&quot;'),
    ],
    ['in upper case', 'HTTPS://A.EXAMPLE/B', link('https://a.example/B', 'HTTPS://A.EXAMPLE/B')],
    [
      'in other alphabets',
      'https://räksmörgås.example/ö',
      link('https://xn--rksmrgs-5wao1o.example/%C3%B6', 'https://räksmörgås.example/ö'),
    ],
    ['with an apostrophe', `http://a.example/'x`, link('http://a.example/&#39;x', 'http://a.example/&#39;x')],
  ])('%s', (_, source, html) => {
    expect(renderText(source)).toBe(`<p>${html}</p>`);
  });

  it.each([
    'www.example.com',
    'example.com',
    'anna@example.com',
    '//a.example/b',
    'ftp://a.example/b',
    'mailto:anna@a.example',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http:/a.example',
    'http:\\a.example',
    'https://bank.example@evil.example/',
    'https://bank.example:secret@evil.example/x.png',
    'http://a|b/',
  ])('require a plain web address: %s', (source) => {
    expect(renderText(source)).toBe(`<p>${source}</p>`);
  });

  it.each([
    ['png', 'img'],
    ['JPG', 'img'],
    ['jpeg', 'img'],
    ['gif', 'img'],
    ['webp', 'img'],
    ['avif', 'img'],
    ['mp3', 'audio'],
    ['ogg', 'audio'],
    ['wav', 'audio'],
    ['mp4', 'video'],
    ['webm', 'video'],
    ['svg', 'a'],
    ['pdf', 'a'],
    ['html', 'a'],
    ['constructor', 'a'],
  ])('are embedded by the ending of the path: .%s as <%s>', (ending, element) => {
    for (const query of ['', '?size=large', '#x.txt']) {
      const elements = elementsOf(`https://a.example/file.${ending}${query}`);
      expect(elements.map(({ name }) => name)).toEqual(['p', element]);
    }
  });

  it('to images are loaded lazily, with their file names as alternative text', () => {
    expect(renderText('https://a.example/my"cat".png?x=1')).toBe(
      '<p><img loading="lazy" referrerpolicy="no-referrer" src="https://a.example/my%22cat%22.png?x=1" alt="my&quot;cat&quot;.png"></p>',
    );
  });

  it.each(['audio', 'video'] as const)('to %s become players', (kind) => {
    expect(renderText('https://a.example/x', () => kind)).toBe(
      `<p><${kind} controls preload="metadata" src="https://a.example/x"></${kind}></p>`,
    );
  });

  it.each([
    ['images', 1_000, ['png']],
    ['players', 30, ['mp4']],
    ['images and players', 40, ['png', 'mp3', 'mp4']],
  ])('become at most 20 %s per text, and stay links after that', (_, count, endings) => {
    const links = Array.from(
      { length: count },
      (_, index) => `https://a.example/ https://a.example/${index}.${endings[index % endings.length]}`,
    );
    const names = elementsOf(links.join('\n')).map(({ name }) => name);
    expect(names.filter((name) => ['img', 'audio', 'video'].includes(name))).toHaveLength(20);
    expect(names.filter((name) => name === 'a')).toHaveLength(2 * count - 20);
  });

  it.each(['https://a.example/?x=a.png', 'https://a.example/#a.png', 'https://png', 'https://a.example/png'])(
    'ignore endings outside the path: %s',
    (source) => {
      expect(elementsOf(source).map(({ name }) => name)).toEqual(['p', 'a']);
    },
  );
});

describe('S2 stored cross-site scripting', () => {
  it.each(HOSTILE_MARKUP)('%s', (_, markup) => {
    const addresses = `https://a.example/${markup} https://a.example/?${markup}.png http://a.example/x.mp4#${markup}`;
    for (const source of [markup, addresses, addresses.replaceAll(' ', '\u00A0')]) {
      const html = renderText(source);
      expect([html, linkForeignMedia(html, 'https://forum.example/')].flatMap(findDangers)).toEqual([]);
    }
  });

  it('would be detected', () => {
    expect(findDangers('<p onclick="x"><a href="javascript:x">a</a></p><script>x</script>')).toEqual(
      expect.arrayContaining(['onclick', 'javascript:x', 'script']),
    );
  });
});

function elementsOf(source: string): ReadElement[] {
  return readByParsers(renderText(source))[0]?.[1] ?? [];
}
