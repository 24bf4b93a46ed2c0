import { describe, expect, it } from '@jest/globals';
import { render } from 'dom-serializer';
import { parseDocument } from 'htmlparser2';
import { createLinkMap, rewriteLinks } from './links.ts';

const SLUGS = new Map([
  ['index.html', 'index'],
  ['install/index.html', 'install'],
  ['install/linux.html', 'install-linux'],
  ['install/mac os.html', 'install-mac-os'],
  ['install/återställ.html', 'install-aterstall'],
  ['license.html', 'license'],
  ['update/README.md', 'update'],
  ['update/windows.md', 'windows'],
]);

function rewrite(html: string) {
  const document = parseDocument(html);
  const origin = { path: 'install/linux.html', slug: 'install-linux' };
  const broken = rewriteLinks(document, origin, createLinkMap(SLUGS));
  return { html: render(document, { encodeEntities: 'utf8' }), broken };
}

describe('links between files of a directory', () => {
  it.each([
    ['a file of the same folder', 'mac%20os.html', 'install-mac-os'],
    ['a file with ./', './mac%20os.html', 'install-mac-os'],
    ['a file of the folder above', '../license.html', 'license'],
    ['a detour', '../install/../install/./mac%20os.html', 'install-mac-os'],
    ['a path from the root', '/license.html', 'license'],
    ['a fragment of another file', '../license.html#terms', 'license#terms'],
    ['a query, which a file does not have', '../license.html?print=1#terms', 'license#terms'],
    ['a percent-encoded letter', '%C3%A5terst%C3%A4ll.html', 'install-aterstall'],
    ['a letter in decomposed form', 'a\u030Atersta\u0308ll.html', 'install-aterstall'],
    ['a folder, to its index', '../install/', 'install'],
    ['a folder without slash', '../install', 'install'],
    ['the folder that it is in', '.', 'install'],
    ['the root', '../', 'index'],
    ['a folder of Markdown', '../update/', 'update'],
    ['a README by its name', '../update/README.md#now', 'update#now'],
    ['Markdown', '../update/windows.md', 'windows'],
    ['a file without its extension', '../update/windows#now', 'windows#now'],
    ['HTML without its extension', 'mac%20os', 'install-mac-os'],
    ['itself', 'linux.html', 'install-linux'],
    ['a fragment of itself by its name', 'linux.html#step-2', '#step-2'],
    ['a fragment', '#step-2', '#step-2'],
    ['white space around', ' ../license.html\n', 'license'],
    ['the web', 'https://example.com/a.html', 'https://example.com/a.html'],
    ['a host', '//example.com/license.html', '//example.com/license.html'],
    ['a telephone', 'tel:+46701740610', 'tel:+46701740610'],
    ['an e-mail address', 'mailto:help@example.com', 'mailto:help@example.com'],
  ])('leads to %s: %j → %j', (_, href, expected) => {
    expect(rewrite(`<a href="${href}">x</a>`)).toEqual({ html: `<a href="${expected}">x</a>`, broken: [] });
  });

  it.each([
    ['missing.html'],
    ['manual.pdf'],
    ['../../license.html'],
    ['../../inside/license.html'],
    ['%E0%A4%A.html'],
    ['LICENSE.html'],
    ['http://[broken'],
  ])('keeps the text of a broken link and reports it: %j', (href) => {
    expect(rewrite(`see <a href="${href}">the <b>text</b></a>.`)).toEqual({
      html: 'see the <b>text</b>.',
      broken: [href],
    });
  });

  it('keeps the ID of a broken link', () => {
    expect(rewrite('<a id="here" href="gone.html">x</a>').html).toBe('<a id="here">x</a>');
  });
});
