import { describe, expect, it } from '@jest/globals';
import { cleanStyle, LONGEST_STYLE } from './clean-style.ts';
import { type LookName, readLook } from './look-properties.ts';

describe('the style sheet of owners', () => {
  it.each([
    ['rules', 'h1 { color: red }', 'h1{color:red}'],
    ['variables', ':root { --accent-text: #0a7d5c; --x: 1 }', ':root{--accent-text:#0a7d5c;--x:1}'],
    ['colour schemes', '@media (prefers-color-scheme: dark) { a { color: #fff } }', undefined],
    ['animations', '@keyframes fade { from { opacity: 0 } to { opacity: 1 } }', undefined],
    ['nested rules', '.card { &:hover { color: red } }', undefined],
    ['texts', '.tip::before { content: "\\201C </style> url(x)" }', undefined],
    ['attributes', 'a[href^="https:"]:not([lang|="sv"]) { color: red }', undefined],
    [
      'colours and gradients',
      '.hero { background: linear-gradient(rgb(0 0 0 / 50%), var(--page)) }',
      undefined,
    ],
    ['no comments', '/* a */ h1 { color: red }', 'h1{color:red}'],
  ])('has %s', async (_, css, expected) => {
    const cleaned = await cleanStyle(css);
    expect(cleaned).toBe(expected ?? cleaned);
    expect(cleaned).not.toBe('');
    expect(await cleanStyle(cleaned)).toBe(cleaned);
  });

  it.each([
    ['an import', '@import "x.css";'],
    ['an import in another case', '@IMPORT url(x);'],
    ['an import behind a comment', '/**/@import/**/"//evil.example";'],
    ['a font to load', '@font-face { font-family: x; src: url(//evil.example/x) }'],
    ['a namespace', '@namespace x "http://evil.example";'],
    ['a character set', '@charset "utf-7";'],
    ['an unknown rule', '@document url(http://x) { a { b: c } }'],
    ['an address', 'a { background: url(https://evil.example/x) }'],
    ['a quoted address', 'a { background: url("https://evil.example/x") }'],
    ['an address in capitals', 'a { background: URL( //evil.example ) }'],
    ['an address of this site', 'a { background: url(/files/x.png) }'],
    ['an address with data', 'a { background: url(data:image/svg+xml,x) }'],
    ['an address that is written with escapes', 'a { background: \\75 rl(//evil.example) }'],
    ['an address with a half escape', 'a { background: u\\rl(//evil.example) }'],
    ['an address in a variable', ':root { --x: url(//evil.example) }'],
    ['an address in a condition', '@supports (background: url(//evil.example)) { a { b: c } }'],
    ['an address in an animation', '@keyframes x { from { background: url(//evil.example) } }'],
    ['an address in a nested rule', 'a { &:hover { background: url(//evil.example) } }'],
    ['an address that does not end', 'a { background: url(//evil.example'],
    ['an image set', 'a { background: image-set("//evil.example" 1x) }'],
    ['an old image set', 'a { background: -webkit-image-set("//evil.example" 1x) }'],
    ['a cross-fade', 'a { background: cross-fade("//evil.example", red) }'],
    ['an image', 'a { background: image("//evil.example") }'],
    ['a source', 'a { background: src("//evil.example") }'],
    ['a picture of an element', 'a { background: -moz-element(#x) }'],
    ['an expression', 'a { width: expression(alert(1)) }'],
    ['an expression with escapes', 'a { width: e\\78pression(alert(1)) }'],
    ['a behaviour', 'a { behavior: x }'],
    ['a binding', 'a { -moz-binding: x }'],
    ['what a reader types', 'input[value^="a"] { color: red }'],
    ['what a reader types, in another case', 'input[VALUE$=b i] { color: red }'],
    ['what a reader types, in a selector of a selector', 'form:has(input[value*="a"]) { color: red }'],
    ['the end of a style element', '</style><script>alert(1)</script>'],
    ['a comment of HTML', '<!-- a { b: c } -->'],
    ['a comment that does not end', 'a { b: c } /* '],
    ['a text that does not end', 'a { content: "x'],
    ['a text that ends with the line', 'a { content: "x\n; }'],
    ['a missing bracket', 'a { color: red'],
    ['a missing bracket in a condition', '@media (width > 3px { a { b: c } }'],
    ['a bracket too many', 'a { color: red } }'],
    ['brackets of two kinds', 'a { color: rgb(1 2 3] }'],
    ['what is no declaration', 'a { color }'],
    ['a null', 'a { color: red \0 }}'],
  ])('S49 cannot have %s', async (_, css) => {
    await expect(cleanStyle(css)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('tells the line of a mistake', async () => {
    const mistake = {
      message: 'Line 3: @import cannot be used.',
      details: { values: { line: 3, found: '@import' } },
    };
    await expect(cleanStyle('a { b: c }\n\n@import "x";')).rejects.toMatchObject(mistake);
  });

  it('has at most 8 kB, and is read in linear time', async () => {
    const rule = 'a{b:c}';
    const longest = rule.repeat(Math.floor(LONGEST_STYLE / rule.length));
    expect(await cleanStyle(longest)).toBe(longest);
    await expect(cleanStyle(`${longest}${rule}${rule}`)).rejects.toMatchObject({ kind: 'invalid' });
    for (const part of ['(', '{', '[', 'a{', '@media (', ':not(', '/*', '"', 'a,', '--x:{', '&'])
      await cleanStyle(part.repeat(LONGEST_STYLE / part.length)).catch(() => undefined);
  });
});

describe('the look of a knowledge base', () => {
  it.each<[LookName, string, object]>([
    [
      'introduction',
      '**Hi** [there](https://a.example)',
      { introduction: expect.stringContaining('<strong>Hi</strong>') },
    ],
    [
      'introduction',
      'x <script>alert(1)</script><b onclick="x">y</b>',
      { introduction: '<p>x <b>y</b></p>' },
    ],
    ['notice', '  Closed\ttoday ', { notice: 'Closed today' }],
    ['notice_link', 'https://a.example', { notice_link: 'https://a.example/' }],
    ['contact', 'help@example.com', { contact: 'mailto:help@example.com' }],
    ['contact', 'mailto:help@example.com?subject=Help', { contact: 'mailto:help@example.com?subject=Help' }],
    ['contact', 'https://example.com/contact', { contact: 'https://example.com/contact' }],
    [
      'header_links',
      'Our shop https://shop.example.com\r\n\r\n<b> mailto:a@b.example',
      {
        header_links: [
          { text: 'Our shop', address: 'https://shop.example.com/' },
          { text: '<b>', address: 'mailto:a@b.example' },
        ],
      },
    ],
    ['font', 'serif', { font: 'serif' }],
    ['font', 'system', {}],
    ['notice', ' \u0000 ', {}],
  ])('reads %s: %j', async (name, text, expected) => {
    expect((await readLook({ [name]: text }, 'en')).shown).toEqual(expected);
  });

  it.each<[LookName, string]>([
    ...['contact', 'notice_link'].flatMap((name) =>
      [
        'javascript:alert(1)',
        ' JaVaScRiPt:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        '//evil.example',
        '/guides',
        'example.com',
        'https://example.com@evil.example',
        'https://a.example/\u202Egpj.exe',
        'https://',
        'mailto:',
        'mailto:a@b.example,c@d.example@e',
        `https://a.example/${'x'.repeat(2_000)}`,
      ].map((text): [LookName, string] => [name as LookName, text]),
    ),
    ['header_links', 'Shop'],
    ['header_links', 'https://shop.example.com'],
    ['header_links', 'Shop javascript:alert(1)'],
    ['header_links', 'Shop \u202Epohs https://shop.example.com'],
    ['footer_links', `${'x'.repeat(61)} https://a.example`],
    ['footer_links', 'a https://a.example\n'.repeat(9)],
    ['notice', 'x'.repeat(301)],
    ['notice', 'a \u2066b'],
    ['introduction', 'x'.repeat(4_001)],
    ['introduction', '![x](https://a.example/x.png)'],
    ['introduction', '<iframe src="https://www.youtube.com/embed/abc"></iframe>'],
    ['introduction', '<script>alert(1)</script>'],
    ['font', 'comic'],
  ])('S49 refuses %s (case %#)', async (name, text) => {
    const refused = {
      kind: 'invalid',
      details: { fields: { [name]: [expect.stringMatching(/^(It must|Line)/)] } },
    };
    await expect(readLook({ [name]: text }, 'en')).rejects.toMatchObject(refused);
  });
});
