import { readFileSync } from 'node:fs';
import { brotliCompressSync, crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readTable, TABLE } from './table.ts';

const ENGLISH = readFileSync(new URL('../tables/en.lemmas', import.meta.url));
const NOT_WHOLE = 'The table is incomplete or damaged.';
const NO_TABLE = 'The file is not a table of lemmas, or one of another version.';

interface Parts {
  arcs: number;
  root: number;
  alphabet: string;
  columns: number[];
}

/** The word `b` with the lemma `a`: arcs 1 to 6 lead back to each other, and arc 7 begins. */
const ONE_WORD: Parts = {
  arcs: 7,
  root: 7,
  alphabet: 'ab',
  columns: [TABLE.end, 1, 1, 0, 0, TABLE.edit, 2, 1, 3, 3, 3, 3, 3, 3],
};

/** A table whose checksum is right. */
function seal(changes: Partial<Parts>): Buffer {
  const { arcs, root, alphabet, columns } = { ...ONE_WORD, ...changes };
  const start = Buffer.alloc(TABLE.headerBytes);
  start.write(TABLE.magic, 'latin1');
  start.writeUInt32LE(arcs, 12);
  start.writeUInt32LE(root, 16);
  start.writeUInt32LE(2 * alphabet.length, 20);
  const file = Buffer.concat([
    start,
    Buffer.from(alphabet, 'utf16le'),
    brotliCompressSync(Buffer.from(columns)),
  ]);
  file.writeUInt32LE(crc32(file.subarray(TABLE.checkedFrom)), 8);
  return file;
}

function changed(at: number): Buffer {
  const copy = Buffer.from(ENGLISH);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe('readTable(file)', () => {
  it('reads the format that it documents', () => {
    expect(readTable(seal({}))('b')).toEqual(['a']);
  });

  it.each([
    ['nothing', Buffer.alloc(0), NO_TABLE],
    ['another file', Buffer.from('PNG and so on, and so on, and so on'), NO_TABLE],
    ['a table of another version', changed(TABLE.magic.length - 1), NO_TABLE],
    ['a table without its end', ENGLISH.subarray(0, -1), NOT_WHOLE],
    ['only its header', ENGLISH.subarray(0, TABLE.headerBytes), NOT_WHOLE],
    ['a table with another bit in its header', changed(TABLE.checkedFrom), NOT_WHOLE],
    ['a table with another bit in its middle', changed(ENGLISH.length >> 1), NOT_WHOLE],
    ['a table with too many arcs', seal({ arcs: TABLE.mostArcs + 1 }), 'The table is too large.'],
    ['a table with too many letters', seal({ alphabet: 'a'.repeat(251) }), 'The table is too large.'],
    [
      'a table with more arcs than it says',
      seal({ arcs: 1, columns: [1, 1, 1] }),
      'The table has more or fewer arcs than it says.',
    ],
    [
      'a table with fewer arcs than it says',
      seal({ arcs: 2, columns: [1, 1, 1] }),
      'The table has more or fewer arcs than it says.',
    ],
    ['a table without a first state', seal({ root: 8 }), 'The table has no first state.'],
    ['an arc that leads nowhere', seal({ arcs: 1, columns: [1, 9] }), 'The table leads out of itself.'],
  ])('refuses %s', (_kind, file, message) => {
    expect(() => readTable(file)).toThrow(message);
  });

  it('refuses more data than a table of this size has', () => {
    expect(() => readTable(seal({ columns: Array.from({ length: 1_000 }, () => 0) }))).toThrow(/larger/);
  });

  it('ends a path that does not', () => {
    expect(readTable(seal({ columns: [3, 1, 1, 0, 0, 255, 2, 1, 3, 3, 3, 3, 3, 3] }))('b')).toHaveLength(1);
  });
});
