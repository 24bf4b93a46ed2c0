import { declareParameters, parseQuery } from '@guidepost/http';
import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../model/listing.ts';
import { PAGE_PARAMETERS, pageOf, shorten } from './page.ts';
import { pageLinks, relativeAddress } from './page-links.ts';

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

const PATH = '/knowledge/v1/example.com/guides';

/** Page numbers in the links of page `number`, for `total` items in pages of ten. */
function linked(total: number, number: number): (number | null)[] {
  const page = { number, size: 10, offset: (number - 1) * 10 };
  const links = pageLinks({ path: PATH, parameters: [], page, total });
  return [links.first, links.prev, links.next, links.last].map((link) =>
    link === null ? null : Number(/page%5Bnumber%5D=(\d+)/.exec(link)?.[1]),
  );
}

describe('pageLinks', () => {
  it.each([
    ['the only page', 10, 1, [1, null, null, 1]],
    ['the first of several', 25, 1, [1, null, 2, 3]],
    ['one in the middle', 25, 2, [1, 1, 3, 3]],
    ['the last', 25, 3, [1, 2, null, 3]],
    ['just past the end', 25, 4, [1, 3, null, 3]],
    ['far past the end', 25, 900, [1, 3, null, 3]],
    ['no items', 0, 1, [1, null, null, 1]],
    ['no items, another page', 0, 7, [1, null, null, 1]],
  ])('links first, prev, next and last of %s', (_title, total, number, expected) => {
    expect(linked(total, number)).toEqual(expected);
  });

  it('keeps the other parameters in order and encodes brackets', () => {
    const links = pageLinks({
      path: PATH,
      parameters: [
        ['filter[tag]', 'å & b'],
        ['include', 'tags,categories.guides'],
      ],
      page: { number: 2, size: 25, offset: 25 },
      total: 60,
    });
    expect(links.next).toBe(
      `${PATH}?filter%5Btag%5D=%C3%A5%20%26%20b&include=tags%2Ccategories.guides&page%5Bnumber%5D=3&page%5Bsize%5D=25`,
    );
  });

  it('starts the query with the page without other parameters', () => {
    const links = pageLinks({
      path: PATH,
      parameters: [],
      page: { number: 1, size: 5, offset: 0 },
      total: 1,
    });
    expect(links.first).toBe(`${PATH}?page%5Bnumber%5D=1&page%5Bsize%5D=5`);
  });
});

describe('relativeAddress', () => {
  it('is only the path without parameters', () => {
    expect(relativeAddress(PATH, [])).toBe(PATH);
  });

  it('encodes names and values', () => {
    expect(
      relativeAddress('/a', [
        ['fields[guide]', ''],
        ['q', '1+1=2#?/'],
      ]),
    ).toBe('/a?fields%5Bguide%5D=&q=1%2B1%3D2%23%3F%2F');
  });
});
