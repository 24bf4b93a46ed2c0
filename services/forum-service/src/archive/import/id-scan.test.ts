import { describe, expect, it } from '@jest/globals';
import { createIdScan } from './id-scan.ts';

describe('the scan for ids', () => {
  it.each<[string, string[], number]>([
    ['the highest of dialogs and comments', ['{"id":7,"comments":[{"id" : 12},{"id":9}]}\n{"id":3}'], 12],
    ['one that two chunks share', ['{"i', 'd":12', '34}'], 1234],
    ['none in a text', ['{"text":"say {\\"id\\":99} to me"}'], 0],
    ['none above 2^52', ['{"id":4503599627370497,"comments":[{"id":4503599627370496}]}'], 4503599627370496],
    ['nothing', [], 0],
  ])('finds %s', (_, chunks, highest) => {
    const scan = createIdScan();
    for (const chunk of chunks) scan.look(Buffer.from(chunk));
    expect(scan.highest()).toBe(highest);
  });
});
