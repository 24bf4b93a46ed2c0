import { declareParameters, parseQuery } from '@guidepost/http';
import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../model/listing.ts';
import { PAGE_PARAMETERS, pageOf, shorten } from './page.ts';

const parameters = declareParameters(PAGE_PARAMETERS);

function readPage(raw: string): Page {
  return pageOf(parameters.read(parseQuery(raw)));
}

describe('pageOf', () => {
  it.each([
    ['', { number: 1, size: 1000, offset: 0 }],
    ['page[number]=3', { number: 3, size: 1000, offset: 2000 }],
    ['page%5Bsize%5D=1', { number: 1, size: 1, offset: 0 }],
    ['page[size]=25&page[number]=4', { number: 4, size: 25, offset: 75 }],
    ['page[number]=9007199254740', { number: 9007199254740, size: 1000, offset: 9007199254739000 }],
  ])('reads "%s"', (raw, expected) => {
    expect(readPage(raw)).toEqual(expected);
  });

  it.each([
    ['page[size]=0', 'page[size]'],
    ['page[size]=1001', 'page[size]'],
    ['page[size]=', 'page[size]'],
    ['page[number]=0', 'page[number]'],
    ['page[number]=-1', 'page[number]'],
    ['page[number]=9007199254741', 'page[number]'],
  ])('refuses %s', (raw, parameter) => {
    expect(() => readPage(raw)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { source: { parameter } } }),
    );
  });

  it('only accepts offsets that are safe integers', () => {
    for (const size of [1, 2, 3, 7, 999, 1000]) {
      const number = Math.floor(Number.MAX_SAFE_INTEGER / size);
      const page = readPage(`page[size]=${size}&page[number]=${number}`);
      expect(Number.isSafeInteger(page.offset + page.size)).toBe(true);
    }
  });
});

describe('shorten', () => {
  const asked = { number: 3, size: 1000, offset: 2000 };

  it.each([
    [1000, { number: 3, size: 1000, offset: 2000 }],
    [5000, { number: 3, size: 1000, offset: 2000 }],
    [999, { number: 5, size: 500, offset: 2000 }],
    [499, { number: 9, size: 250, offset: 2000 }],
    [130.7, { number: 17, size: 125, offset: 2000 }],
    [3, { number: 1001, size: 2, offset: 2000 }],
    [1, { number: 2001, size: 1, offset: 2000 }],
    [0, { number: 2001, size: 1, offset: 2000 }],
  ])('shortens the page if %d items fit', (fitting, expected) => {
    expect(shorten(asked, fitting)).toEqual(expected);
  });

  it('leaves one item per page if a prime size does not fit', () => {
    expect(shorten({ number: 2, size: 997, offset: 997 }, 996)).toEqual({
      number: 998,
      size: 1,
      offset: 997,
    });
  });
});
