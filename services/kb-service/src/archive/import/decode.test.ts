import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { decodeHtml, decodeText } from './decode.ts';
import { attempt, refuse } from './problems.ts';

describe('decodeText', () => {
  it('removes a byte order mark', () => {
    expect(decodeText(Buffer.from('\uFEFF{}'), 'utf-8', 'f')).toBe('{}');
  });

  it.each([
    ['a Latin-1 letter', Buffer.from('sm\xf6rg\xe5s', 'latin1'), 2],
    ['a truncated character', Buffer.from('ö').subarray(0, 1), 0],
    ['a surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 1],
    ['an overlong slash', Buffer.from([0x61, 0x62, 0xc0, 0xaf]), 2],
    [
      'an invalid byte far into the file',
      Buffer.concat([Buffer.alloc(99_999, 'a'), Buffer.from([0xff])]),
      99_999,
    ],
  ])('reports file, encoding and offset of %s', (_, bytes, offset) => {
    expect(() => decodeText(bytes, 'utf-8', 'a.html')).toThrow(`a.html: invalid utf-8 at byte ${offset}`);
  });

  it('S28 reports the position of U+0000', () => {
    expect(() => decodeText(Buffer.from('one\ntwo\0'), 'utf-8', 'a.html')).toThrow(
      'a.html: line 2, column 4 contains U+0000',
    );
  });

  it.each([
    ['UTF-8 over a label', Buffer.from('\uFEFFå'), 'iso-8859-1'],
    ['UTF-16LE, as Windows calls "Unicode"', Buffer.from('\uFEFFå', 'utf16le'), 'utf-8'],
    ['UTF-16BE', Buffer.from('\uFEFFå', 'utf16le').swap16(), 'utf-8'],
  ])('follows a byte order mark: %s', (_, bytes, encoding) => {
    expect(decodeText(bytes, encoding, 'f')).toBe('å');
  });
});

const swedish = (declaration: string) => Buffer.from(`${declaration}<p>smörgås</p>`, 'latin1');

describe('decodeHtml', () => {
  it.each([
    ['nothing: UTF-8', Buffer.from('<p>smörgås</p>')],
    ['a byte order mark', Buffer.from('\uFEFF<meta charset="iso-8859-1"><p>smörgås</p>')],
    ['a UTF-16 byte order mark', Buffer.from('\uFEFF<p>smörgås</p>', 'utf16le')],
    [
      'the XML declaration of UTF-16',
      Buffer.from('<?xml version="1.0" encoding="utf-16"?><p>smörgås</p>', 'utf16le'),
    ],
    ['<meta charset>', swedish('<meta charset="iso-8859-1">')],
    ['<meta charset> without quotes', swedish('<META CHARSET=latin1>')],
    [
      '<meta http-equiv>',
      swedish('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
    ],
    ['a late <meta>', swedish(`<!--${' '.repeat(5_000)}--><meta charset="iso-8859-1">`)],
    ['no <meta> in a comment', Buffer.from('<!-- <meta charset="iso-8859-1"> --><p>smörgås</p>')],
    ['an XML declaration', swedish('<?xml version="1.0" encoding="ISO-8859-1"?>')],
    [
      'an XML declaration over <meta>',
      swedish('<?xml version="1.0" encoding="ISO-8859-1"?><meta charset="utf-8">'),
    ],
    ['UTF-16, which ASCII bytes cannot be', Buffer.from('<meta charset="utf-16"><p>smörgås</p>')],
    ['UTF-8 instead of an unknown name', Buffer.from('<meta charset="utf-9"><p>smörgås</p>')],
  ])('decodes by %s', (_, bytes) => {
    expect(decodeHtml(bytes, 'a.html')).toContain('<p>smörgås</p>');
  });

  it.each([
    ['windows-1252', '93524da094', '“RM\u00a0”'],
    ['shift_jis', '93fa967b8cea', '日本語'],
    ['euc-kr', 'c7d1b1db', '한글'],
    ['windows-1251', 'd0f3f1f1eae8e9', 'Русский'],
    ['gb2312', 'd6d0cec4', '中文'],
  ])('decodes %s', (encoding, hex, text) => {
    const bytes = [Buffer.from(`<meta charset="${encoding}">`), Buffer.from(hex, 'hex')];
    expect(decodeHtml(Buffer.concat(bytes), 'a.html')).toBe(`<meta charset="${encoding}">${text}`);
  });

  it('reports the declared encoding of an invalid byte', () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset="shift_jis">'), Buffer.from([0xff])]);
    expect(() => decodeHtml(bytes, 'a.html')).toThrow('a.html: invalid shift_jis at byte 26');
  });

  it('reports an encoding that browsers refuse', () => {
    expect(() => decodeHtml(Buffer.from('<meta charset="hz-gb-2312">'), 'a.html')).toThrow(
      'a.html: its encoding is not supported',
    );
  });
});

describe('attempt', () => {
  const item = { place: 'a.html', slugs: ['a'] };

  it('returns the result, or what is left out', async () => {
    const invalid = () => Promise.reject(new AppError('invalid', 'a.html: one\na.html: two'));
    expect(await attempt(item, () => 3)).toEqual({ result: 3 });
    expect(await attempt(item, invalid)).toEqual({
      leftOut: { ...item, problems: ['a.html: one', 'a.html: two'], empty: false },
    });
  });

  it.each([
    ['a defect', new TypeError('x is undefined')],
    ['an unavailable database', new AppError('unavailable', 'away')],
  ])('rethrows %s', async (_, error) => {
    await expect(attempt(item, () => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('refuse', () => {
  const problems = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

  it('throws nothing without problems', () => {
    expect(() => refuse([])).not.toThrow();
  });

  it('names fifty problems and counts the others', () => {
    expect(() => refuse(problems(50))).toThrow(new AppError('invalid', problems(50).join('\n')));
    expect(() => refuse(problems(53))).toThrow(`${problems(50).join('\n')}\n… and 3 more`);
  });
});
