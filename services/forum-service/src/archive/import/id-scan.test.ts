import { describe, expect, it } from '@jest/globals';
import { createIdScan } from './id-scan.ts';

describe('id scan', () => {
  it.each<[string, string[], number]>([
    ['the highest of dialogs and comments', ['{"id":7,"comments":[{"id" : 12},{"id":9}]}\n{"id":3}'], 12],
    ['one split between two chunks', ['{"i', 'd":12', '34}'], 1234],
    ['none inside a text', ['{"text":"say {\\"id\\":99} to me"}'], 0],
    ['none above 2^52', ['{"id":4503599627370497,"comments":[{"id":4503599627370496}]}'], 4503599627370496],
    ['nothing', [], 0],
  ])('finds %s', (_, chunks, highest) => {
    const scan = createIdScan();
    for (const chunk of chunks) scan.look(Buffer.from(chunk));
    expect(scan.highest()).toBe(highest);
  });
});
