import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode.ts';
import { createProblems } from './problems.ts';

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

  it('reports an unknown encoding', () => {
    expect(() => decodeText(Buffer.from('a'), 'utf-9', 'a.html')).toThrow(
      'a.html: the encoding "utf-9" is unknown',
    );
  });
});

describe('createProblems', () => {
  it('throws nothing without problems', () => {
    expect(() => createProblems().throwIfAny()).not.toThrow();
  });

  it('collects invalid errors and returns other results', async () => {
    const problems = createProblems();
    const invalid = () => Promise.reject(new AppError('invalid', 'a.html: empty'));
    expect(await problems.attempt(invalid)).toBeUndefined();
    expect(await problems.attempt(() => 3)).toBe(3);
    expect(() => problems.throwIfAny()).toThrow(new AppError('invalid', 'a.html: empty'));
  });

  it.each([
    ['a defect', new TypeError('x is undefined')],
    ['an unavailable database', new AppError('unavailable', 'away')],
  ])('rethrows %s', async (_, error) => {
    await expect(createProblems().attempt(() => Promise.reject(error))).rejects.toBe(error);
  });
});
