import { describe, expect, it } from '@jest/globals';
import { formatTable } from './table.ts';

describe('a table', () => {
  it('has columns that are aligned whatever stands in them', () => {
    const rows = [
      ['ID', 'TITLE', 'BY'],
      ['1', '日本語', 'a'],
      ['23', 'Plain text', 'b'],
      ['4', '👨‍👩‍👧 é', 'c'],
    ];
    expect(formatTable(rows).split('\n')).toEqual([
      'ID  TITLE       BY',
      '1   日本語      a',
      '23  Plain text  b',
      '4   👨‍👩‍👧 é        c',
    ]);
  });

  it('has one line for each row, and nothing in it that a terminal would obey (S24)', () => {
    expect(formatTable([['TITLE'], ['a\nb\u001b[2J\u202ec']])).toBe('TITLE\na b [2J<U+202E>c');
  });

  it('may have more rows than a function takes arguments', () => {
    const rows = Array.from({ length: 150_000 }, () => ['1']);
    expect(formatTable(rows)).toHaveLength(2 * rows.length - 1);
  });

  it.each([
    [40, ['ID  TITLE                          STATE', '1   A title of some length that…   open']],
    [30, ['ID  TITLE                STATE', '1   A title of some le…  open']],
    [5, ['ID  TITLE     STATE', '1   A title…  open']],
  ])('fits a terminal of %i columns as far as it can, cutting what is widest', (width, lines) => {
    const rows = [
      ['ID', 'TITLE', 'STATE'],
      ['1', 'A title of some length that goes on', 'open'],
    ];
    const text = formatTable(rows, width);
    expect(text.split('\n')).toEqual(lines);
  });

  it('cuts wide characters where they end', () => {
    expect(formatTable([['TITLE'], ['日本語日本語']], 10)).toBe('TITLE\n日本語日…');
  });
});
