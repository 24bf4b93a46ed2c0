import { describe, expect, it } from '@jest/globals';
import { pageLinks, relativeAddress } from './page-links.ts';

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
