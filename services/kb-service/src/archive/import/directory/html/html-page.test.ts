import { describe, expect, it } from '@jest/globals';
import { decodeHtml } from './html-page.ts';

const swedish = (declaration: string) => Buffer.from(`${declaration}<p>smörgås</p>`, 'latin1');

describe('decodeHtml', () => {
  it.each([
    ['nothing: UTF-8', Buffer.from('<p>smörgås</p>')],
    ['a byte order mark', Buffer.from('\uFEFF<meta charset="iso-8859-1"><p>smörgås</p>')],
    ['a UTF-16 byte order mark', Buffer.from('\uFEFF<p>smörgås</p>', 'utf16le')],
    ['<meta charset>', swedish('<meta charset="iso-8859-1">')],
    ['<meta charset> without quotes', swedish('<META CHARSET=latin1>')],
    [
      '<meta http-equiv>',
      swedish('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
    ],
    ['an XML declaration', swedish('<?xml version="1.0" encoding="ISO-8859-1"?>')],
    ['UTF-16, which ASCII bytes cannot be', Buffer.from('<meta charset="utf-16"><p>smörgås</p>')],
  ])('decodes by %s', (_, bytes) => {
    expect(decodeHtml(bytes, 'a.html')).toContain('<p>smörgås</p>');
  });

  it('looks for a declaration in the first 1,024 bytes only', () => {
    const late = swedish(`<!--${' '.repeat(1024)}--><meta charset="iso-8859-1">`);
    expect(() => decodeHtml(late, 'late.html')).toThrow('late.html: invalid utf-8 at byte');
  });

  it('reports the declared encoding of an invalid byte', () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset="shift_jis">'), Buffer.from([0xff])]);
    expect(() => decodeHtml(bytes, 'a.html')).toThrow('a.html: invalid shift_jis at byte 26');
  });
});
