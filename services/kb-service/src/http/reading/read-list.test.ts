import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../../testing/content.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const MEGABYTE = 1_000_000;

const SMALL: TestContent = {
  host: 'small.example.com',
  guides: Array.from({ length: 25 }, (_, index) => ({ id: index + 1, slug: `guide-${index + 1}` })),
};

/** Ten guides of 1.5 MB in one category; five fit into a document. */
const LARGE: TestContent = {
  host: 'large.example.com',
  categories: [{ id: 1, slug: 'all' }],
  guides: Array.from({ length: 10 }, (_, index) => ({
    id: index + 101,
    slug: `large-${index}`,
    content: 'x'.repeat(1.5 * MEGABYTE),
    categories: [1],
  })),
};

const MANY: TestContent = {
  host: 'many.example.com',
  categories: [{ id: 2, slug: 'all' }],
  guides: Array.from({ length: 2_001 }, (_, index) => ({
    id: index + 1_001,
    slug: `many-${index}`,
    categories: [2],
  })),
};

/** Names that are equal, or differ only in case or accents. */
const ALIKE: TestContent = {
  host: 'alike.example.com',
  categories: [
    { id: 3_003, slug: 'same', position: 2, name: 'Zoo' },
    { id: 3_002, slug: 'also', position: 2, name: 'Zoo' },
    { id: 3_001, slug: 'last', position: 3, name: 'äpple' },
    { id: 3_004, slug: 'first', position: 1, name: 'Apple' },
  ],
  tags: [
    { id: 3_012, slug: 'one', name: 'Zoo' },
    { id: 3_011, slug: 'two', name: 'Zoo' },
    { id: 3_013, slug: 'three', name: 'ångström' },
    { id: 3_014, slug: 'four', name: 'Bee' },
  ],
  guides: [
    { id: 3_023, slug: 'c', title: 'Zoo', categories: [3_003, 3_001], tags: [3_012, 3_013] },
    { id: 3_022, slug: 'b', title: 'Zoo', categories: [3_002, 3_003], tags: [3_011, 3_012, 3_014] },
    { id: 3_021, slug: 'a', title: 'äpple', categories: [3_004] },
    { id: 3_024, slug: 'd', title: 'Apple' },
    { id: 3_025, slug: 'e', title: 'apple' },
  ],
};

describe('lists', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([SMALL, LARGE, MANY, ALIKE]);
  });

  afterAll(() => service.stop());

  const list = async (path: string) => (await service.get(`/knowledge/v1/${path}`)).body;
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => Number(id));
  const address = (number: number, size: number, before = '') =>
    `/knowledge/v1/small.example.com/guides?${before}page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}`;

  describe('order', () => {
    it.each([
      ['guides by id', 'guides', [3_021, 3_022, 3_023, 3_024, 3_025]],
      ['guides in category order when filtered by it', 'guides?filter[category]=same', [3_023, 3_022]],
      ['categories by position, then id', 'categories', [3_004, 3_002, 3_003, 3_001]],
      ['tags by name, then id', 'tags', [3_013, 3_014, 3_011, 3_012]],
      ['root collation, ties by id', 'guides?sort=title', [3_025, 3_024, 3_021, 3_022, 3_023]],
      ['descending, ties still by id', 'guides?sort=-title', [3_022, 3_023, 3_021, 3_024, 3_025]],
      ['several keys', 'guides?sort=-title,-slug', [3_023, 3_022, 3_021, 3_024, 3_025]],
      ['several keys, each with its direction', 'guides?sort=title,-id', [3_025, 3_024, 3_021, 3_023, 3_022]],
      ['categories by name, ties by id', 'categories?sort=name', [3_004, 3_001, 3_002, 3_003]],
      ['categories by several keys', 'categories?sort=-position,-id', [3_001, 3_003, 3_002, 3_004]],
      ['tags by -name, ties by id', 'tags?sort=-name', [3_011, 3_012, 3_014, 3_013]],
    ])('%s: %s', async (_, path, expected) => {
      expect(ids(await list(`alike.example.com/${path}`))).toEqual(expected);
    });
  });

  describe('pages', () => {
    it('have 1000 items by default, for clients that do not use pages', async () => {
      const body = await list('many.example.com/guides?fields[guide]=slug');
      expect(body.data).toHaveLength(1_000);
      expect(body.meta).toEqual({ total: 2_001, pages: 3 });
    });

    it('are numbered from 1, with links to their neighbours', async () => {
      const body = await list('small.example.com/guides?page[number]=2&page[size]=10');
      expect(ids(body)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
      expect(body.meta).toEqual({ total: 25, pages: 3 });
      expect(body.links).toEqual({
        first: address(1, 10),
        prev: address(1, 10),
        next: address(3, 10),
        last: address(3, 10),
      });
    });

    it('keep known parameters in a fixed order', async () => {
      const one = await list(
        'small.example.com/guides?sort=-id&utm_x=1&include=tags&fields[tag]=name&fields[guide]=slug&page[size]=20',
      );
      const other = await list(
        'small.example.com/guides?page[size]=20&fields[guide]=slug&fields[tag]=name&include=tags&sort=-id',
      );
      expect(one.links).toEqual(other.links);
      expect(one.links.next).toBe(
        address(2, 20, 'fields%5Bguide%5D=slug&fields%5Btag%5D=name&include=tags&sort=-id&'),
      );
    });

    it('cover the whole list, each guide once', async () => {
      const met: number[] = [];
      let next: string | undefined = address(1, 7);
      while (next) {
        const { body } = await service.get(next);
        met.push(...ids(body));
        next = body.links.next;
      }
      expect(met).toEqual(SMALL.guides?.map(({ id }) => id));
    });

    it('are empty past the end, with a link back', async () => {
      const body = await list('small.example.com/guides?page[number]=9&page[size]=10');
      expect(body.data).toEqual([]);
      expect(body.meta).toEqual({ total: 25, pages: 3 });
      expect(body.links).toEqual({ first: address(1, 10), prev: address(3, 10), last: address(3, 10) });
    });

    it('omit links to missing pages', async () => {
      const { links } = await list('small.example.com/guides?page[size]=25');
      expect(links).toEqual({ first: address(1, 25), last: address(1, 25) });
    });

    it.each([
      ['page[size]=0', 'page[size]'],
      ['page[size]=1001', 'page[size]'],
      ['page[size]=ten', 'page[size]'],
      ['page[size]=', 'page[size]'],
      ['page[size]=1e3', 'page[size]'],
      ['page[number]=0', 'page[number]'],
      ['page[number]=-1', 'page[number]'],
      ['page[number]=99999999999999999999', 'page[number]'],
      ['page=2', 'page'],
      ['page[offset]=2', 'page[offset]'],
    ])('are a 400 for %s', async (query, parameter) => {
      const answer = await service.get(`/knowledge/v1/small.example.com/guides?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter } });
    });
  });

  describe('whose body would exceed 8 MB', () => {
    it('shorten the page, report it, and continue with the smaller size', async () => {
      const answer = await service.get('/knowledge/v1/large.example.com/guides?page[size]=10');
      expect(Buffer.byteLength(answer.text)).toBeLessThan(8 * MEGABYTE);
      expect(ids(answer.body)).toEqual([101, 102, 103, 104, 105]);
      expect(answer.body.meta).toEqual({ total: 10, pages: 2, page_size: 5 });
      expect(answer.body.links.next).toContain('page%5Bnumber%5D=2&page%5Bsize%5D=5');
    });

    it('keep every guide reachable with any size', async () => {
      const met: number[] = [];
      let next: string | undefined =
        '/knowledge/v1/large.example.com/guides?page[size]=9&fields[guide]=content_html';
      while (next) {
        const { body } = await service.get(next);
        met.push(...ids(body));
        next = body.links.next;
      }
      expect(met).toEqual(LARGE.guides?.map(({ id }) => id));
    });

    it('are not shortened without content', async () => {
      const body = await list('large.example.com/guides?fields[guide]=title');
      expect(body.data).toHaveLength(10);
      expect(body.meta).toEqual({ total: 10, pages: 1 });
    });
  });

  describe('an include', () => {
    it.each([
      ['over 8 MB', 'large.example.com/categories/1?include=guides', 'large.example.com'],
      [
        'over 8 MB in an intermediate step',
        'large.example.com/categories?include=guides.tags',
        'large.example.com',
      ],
      ['of more than 2,000 resources', 'many.example.com?include=guides&fields[guide]=', 'many.example.com'],
    ])('%s is a 400 that names the endpoint of the list', async (_, path, host) => {
      const answer = await service.get(`/knowledge/v1/${path}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({
        code: 'invalid_parameter',
        detail: expect.stringContaining(`/knowledge/v1/${host}/guides`),
        source: { parameter: 'include' },
      });
    });

    it('without content is answered', async () => {
      const body = await list('large.example.com/categories/1?include=guides&fields[guide]=title');
      expect(body.included).toHaveLength(10);
    });
  });
});

const ROOT = '/knowledge/v1/help.example.com';

describe('parameters', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
  });

  afterAll(() => service.stop());

  it.each([
    ['/guides', 'filters[tag]=new', 'filters[tag]'],
    ['/guides', 'filter[x]=new', 'filter[x]'],
    ['/guides', 'filter=new', 'filter'],
    ['/guides', 'limit=5', 'limit'],
    ['/guides', 'filter[constructor][prototype]=1', 'filter[constructor][prototype]'],
    ['/guides/31', 'filter[tag]=new', 'filter[tag]'],
    ['/guides/31', 'sort=title', 'sort'],
    ['/guides/31', 'page[size]=1', 'page[size]'],
    ['', 'sort=name', 'sort'],
    ['/tags', 'filter[tag]=new', 'filter[tag]'],
  ])('with unknown names of a–z are a 400: %s?%s', async (path, query, parameter) => {
    const answer = await service.get(`${ROOT}${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter } });
  });

  it.each([
    'utm_source=mail',
    'camelCase=1',
    'x-y=1',
    '_=1',
    '__proto__=1',
    '__proto__[a]=1',
    'UTM=1',
    '=1',
    '&&&',
    '%20=1',
  ])('with other unknown names are ignored: %s', async (query) => {
    const answer = await service.get(`${ROOT}/guides/31?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await service.get(`${ROOT}/guides/31`)).text);
  });

  it('apply once: the first of repeated ones', async () => {
    const { body } = await service.get(`${ROOT}/guides?sort=-id&sort=id&page[size]=1&page[size]=3`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['34']);
  });

  describe('S28 inputs that cause a 500', () => {
    it.each(['%00', 'a%00b', '%ED%A0%80', '%E9', '%', '%zz', '%C0%80', '%F5%80%80%80'])(
      'a value of %s is a 400 in every parameter',
      async (value) => {
        for (const name of [
          'include',
          'fields[guide]',
          'filter[tag]',
          'filter[category]',
          'sort',
          'page[size]',
          'x_y',
        ]) {
          const answer = await service.get(`${ROOT}/guides?${name}=${value}`);
          expect([name, answer.status, answer.body.errors[0].code]).toEqual([name, 400, 'invalid_parameter']);
        }
      },
    );

    it('a name that is not UTF-8 is a 400', async () => {
      expect((await service.get(`${ROOT}/guides?%E9=1`)).status).toBe(400);
    });
  });

  describe('S19 prototype pollution and floods', () => {
    it('leaves Object.prototype as it is', async () => {
      await service.get(
        `${ROOT}/guides?fields[__proto__]=a&fields[constructor]=b&filter[constructor][prototype]=1`,
      );
      await service.get(`${ROOT}/guides?__proto__[polluted]=1&constructor[prototype][polluted]=1`);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect({}).not.toHaveProperty('polluted');
    });

    it('ignores thousands of parameters', async () => {
      const flood = Array.from({ length: 3_000 }, () => 'X=1').join('&');
      expect((await service.get(`${ROOT}/guides/31?${flood}`)).status).toBe(200);
    });

    it('refuses thousands of unknown parameters', async () => {
      const flood = Array.from({ length: 3_000 }, () => 'x=1').join('&');
      expect((await service.get(`${ROOT}/guides/31?${flood}`)).status).toBe(400);
    });
  });
});
