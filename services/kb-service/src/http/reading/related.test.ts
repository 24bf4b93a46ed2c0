import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../../testing/content.ts';
import { CANARY, EXAMPLE, OTHER } from '../../testing/example.ts';
import { startTestService, type TestService, takeGuideRows } from '../../testing/test-service.ts';
import { MOUNTS } from '../json-api/mount.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const MEGABYTE = 1_000_000;

const WORDS: TestContent = {
  host: 'words.example.com',
  guides: ['tags', 'categories', 'slug'].map((slug, index) => ({ id: 301 + index, slug })),
};

/** A visible category with a child that only has unpublished guides. */
const NESTED: TestContent = {
  host: 'nested.example.com',
  categories: [
    { id: 501, slug: 'shown' },
    { id: 502, slug: 'below-shown', parent: 501 },
    { id: 503, slug: `drafts-${CANARY}`, parent: 501 },
  ],
  guides: [
    { id: 511, slug: 'guide', categories: [502] },
    { id: 512, slug: CANARY, published: false, categories: [503] },
  ],
};

/** Ten guides of 1.5 MB with the same category and tag. */
const LARGE: TestContent = {
  host: 'large.example.com',
  categories: [{ id: 401, slug: 'all' }],
  tags: [{ id: 402, slug: 'all' }],
  guides: Array.from({ length: 10 }, (_, index) => ({
    id: 411 + index,
    slug: `large-${index}`,
    content: 'x'.repeat(1.5 * MEGABYTE),
    categories: [401],
    tags: [402],
  })),
};

/** Every related path of the example, with the expected IDs. */
const LISTS: [path: string, ids: number[]][] = [
  ['/guides/31/categories', [11]],
  ['/guides/32/categories', [11, 13]],
  ['/guides/34/categories', []],
  ['/guides/31/tags', [22, 21]],
  ['/guides/34/tags', []],
  ['/categories/11/guides', [31, 32]],
  ['/categories/13/guides', [33, 32]],
  ['/categories/12/guides', []],
  ['/categories/12/child_categories', [13]],
  ['/categories/13/child_categories', []],
  ['/tags/21/guides', [31, 33]],
  ['/tags/22/guides', [31, 32]],
];

const RELATIONSHIPS = [
  '/guides/:id/knowledge_base',
  '/guides/:id/categories',
  '/guides/:id/tags',
  '/categories/:id/knowledge_base',
  '/categories/:id/guides',
  '/categories/:id/child_categories',
  '/tags/:id/knowledge_base',
  '/tags/:id/guides',
];

const NOTHING = [
  '999',
  '0',
  '-1',
  '031',
  '31.0',
  'install',
  '9007199254740992',
  '9'.repeat(40),
  '%00',
  '%E9',
  '%',
];
const NOT_FOR_CLIENTS = { guides: ['35', '53'], categories: ['14', '15', '51'], tags: ['23', '24', '52'] };

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE, OTHER, WORDS, LARGE, NESTED]);
});

afterAll(() => service.stop());

describe.each(MOUNTS.map(({ path }) => path))('related addresses below %s', (mount) => {
  const ROOT = `${mount}/help.example.com`;
  const get = async (path: string) => (await service.get(`${ROOT}${path}`)).body;
  const ids = async (path: string) => (await get(path)).data.map(({ id }: { id: string }) => Number(id));

  describe('of to-many relationships', () => {
    it.each(LISTS)('list what it leads to, in the order of linkage: %s', async (path, expected) => {
      expect(await ids(path)).toEqual(expected);
    });

    it.each(LISTS)('hold the same as the linkage of an include: %s', async (path) => {
      const [, parent, relationship = ''] = /^(.*)\/(\w+)$/.exec(path) ?? [];
      const { data } = await get(`${parent}?include=${relationship}`);
      const linkage = data.relationships[relationship].data;
      expect((await get(path)).data.map(({ type, id }: Record<string, string>) => ({ type, id }))).toEqual(
        linkage,
      );
    });

    it('show resources like other lists, with their own totals', async () => {
      const body = await get('/categories/11/guides');
      expect(body.data[0]).toEqual((await get('/guides')).data[0]);
      expect(body.meta).toEqual({ total: 2, pages: 1 });
    });

    it.each([
      ['/categories/13/guides?sort=title', [32, 33]],
      ['/categories/13/guides?sort=-id', [33, 32]],
      ['/guides/32/categories?sort=-position', [13, 11]],
      ['/guides/31/tags?sort=-name', [21, 22]],
    ])('sort like the list of the type: %s', async (path, expected) => {
      expect(await ids(path)).toEqual(expected);
    });

    it('have pages, whose links keep the related path', async () => {
      const body = await get('/tags/22/guides?page[size]=1&sort=-title&fields[guide]=title&include=tags');
      const address = (page: number) =>
        `${ROOT}/tags/22/guides?fields%5Bguide%5D=title&include=tags&sort=-title` +
        `&page%5Bnumber%5D=${page}&page%5Bsize%5D=1`;
      expect(body.links).toEqual({ first: address(1), next: address(2), last: address(2) });
      expect(body.meta).toEqual({ total: 2, pages: 2 });
      expect(body.included).toHaveLength(2);
      const { body: next } = await service.get(body.links.next);
      expect([body, next].map(({ data }) => data[0].attributes)).toEqual([
        { title: 'Install it' },
        { title: 'äpples' },
      ]);
    });

    it('are empty past the end', async () => {
      const body = await get('/categories/11/guides?page[number]=5&page[size]=1');
      expect(body).toMatchObject({ data: [], meta: { total: 2, pages: 2 } });
    });

    it.each(['/categories/401/guides', '/tags/402/guides'])('shorten a page over 8 MB: %s', async (path) => {
      const answer = await service.get(`${mount}/large.example.com${path}?page[size]=10`);
      expect(Buffer.byteLength(answer.text)).toBeLessThan(8 * MEGABYTE);
      expect(answer.body.data).toHaveLength(5);
      expect(answer.body.meta).toEqual({ total: 10, pages: 2, page_size: 5 });
      expect(answer.body.links.next).toContain(`${path}?page%5Bnumber%5D=2&page%5Bsize%5D=5`);
    });
  });

  describe('of to-one relationships', () => {
    it.each(['/guides/31/knowledge_base', '/categories/12/knowledge_base', '/tags/21/knowledge_base'])(
      'answer like the path of the resource: %s',
      async (path) => {
        expect(await get(path)).toEqual(await get(''));
        expect(await get(`${path}?include=tags`)).toEqual(await get('?include=tags'));
      },
    );
  });

  describe.each(RELATIONSHIPS)('%s', (pattern) => {
    const kind = pattern.split('/')[1] as keyof typeof NOT_FOR_CLIENTS;
    const own = { guides: '31', categories: '12', tags: '21' }[kind];
    const path = `${ROOT}${pattern.replace(':id', own)}`;

    it.each(NOTHING)('is a 404 for the id %s', async (id) => {
      const answer = await service.get(`${ROOT}${pattern.replace(':id', id)}`);
      expect(answer.status).toBe(404);
      expect(answer.body.errors[0].code).toBe('not_found');
    });

    it.each(NOT_FOR_CLIENTS[kind])('S23 is a 404 for unpublished and foreign resources: %s', async (id) => {
      const answer = await service.get(`${ROOT}${pattern.replace(':id', id)}`);
      expect(answer.status).toBe(404);
      const unknown = await service.get(`${ROOT}${pattern.replace(':id', '999')}`);
      expect(answer.text).toBe(unknown.text);
    });

    it.each([
      'page=2',
      'filter[tag]=new',
      'filter[category]=start',
      'q=install',
      'include=nothing',
      'sort=nothing',
    ])('is a 400 for %s, also for missing resources', async (query) => {
      for (const address of [path, `${ROOT}${pattern.replace(':id', '999')}`]) {
        const answer = await service.get(`${address}?${query}`);
        expect(answer.status).toBe(400);
        expect(answer.body.errors[0].source).toEqual({ parameter: query.split('=')[0] });
      }
    });

    it('answers HEAD as GET, without the body', async () => {
      const headers = { Accept: MEDIA_TYPE, 'Accept-Encoding': 'gzip' };
      const got = await service.request.get(path).set(headers);
      const head = await service.request.head(path).set(headers);
      expect(head.status).toBe(200);
      expect(head.text).toBeFalsy();
      expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    });

    it('supports no other method', async () => {
      const refused = await service.request.patch(path);
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      const preflight = await service.request.options(path);
      expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
        204,
        'GET, HEAD, OPTIONS',
      ]);
    });

    it('allows scripts of any origin', async () => {
      const { headers } = await service.get(path).set('Origin', 'https://shop.example');
      expect(headers['access-control-allow-origin']).toBe('*');
    });

    it('answers 304 to its own etag', async () => {
      const { headers } = await service.get(path);
      const answer = await service.get(path).set('If-None-Match', headers.etag ?? '');
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect((await service.get(path).set('If-None-Match', '"other"')).status).toBe(200);
    });
  });

  it('S17 answer 404 to the etag of an unpublished parent', async () => {
    const paths = ['/guides/33/tags', '/guides/33/categories', '/guides/33/knowledge_base'].map(
      (path) => `${ROOT}${path}`,
    );
    const tags = await Promise.all(paths.map(async (path) => (await service.get(path)).headers.etag ?? ''));
    const ask = (path: string, index: number) => service.get(path).set('If-None-Match', tags[index] ?? '');
    const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id = 33';
    await service.change(EXAMPLE.host, publish, [false]);
    expect(await statuses(paths.map(ask))).toEqual([404, 404, 404]);
    await service.change(EXAMPLE.host, publish, [true]);
    expect(await statuses(paths.map(ask))).toEqual([304, 304, 304]);
  });

  it('do not shadow paths of guides by slug', async () => {
    const slug = async (path: string) => {
      const { body } = await service.get(`${mount}/words.example.com/guides${path}`);
      return body.data.attributes?.slug;
    };
    expect(await slug('/slug/tags')).toBe('tags');
    expect(await slug('/slug/categories')).toBe('categories');
    expect(await slug('/slug/slug')).toBe('slug');
  });

  /** Clears cached answers by raising the revision. */
  const forgetAnswers = () =>
    service.change(EXAMPLE.host, 'update knowledge_bases set name = name where id = $1');

  it.each([
    ['/guides/31/tags', 1],
    ['/guides/31/categories?include=guides.tags', 3],
    ['/guides/34/tags', 1],
    ['/guides/31/knowledge_base', 1],
    ['/categories/12/child_categories', 1],
    ['/categories/13/guides?include=tags&sort=title', 1],
    ['/tags/21/guides', 1],
    ['/tags/999/guides', 1],
  ])('take one statement and one per inclusion: %s', async (path, statements) => {
    await forgetAnswers();
    await get('');
    service.takeStatements();
    await get(path);
    expect(service.takeStatements()).toHaveLength(statements);
  });

  it('do not read hidden content', async () => {
    await get('');
    service.takeStatements();
    await get('/guides/31/knowledge_base');
    await get('/guides/31/tags?include=guides&fields[guide]=title');
    await get('/tags/21/guides?fields[guide]=title');
    const rows = await takeGuideRows(service);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => row.content_html !== null)).toEqual([]);
  });

  it('S3 count and list only visible child categories', async () => {
    const answer = await service.get(`${mount}/nested.example.com/categories/501/child_categories`);
    expect(answer.body).toMatchObject({ data: [{ id: '502' }], meta: { total: 1, pages: 1 } });
    expect(answer.text).not.toContain(CANARY);
  });

  it.each([
    '/guides/32/tags?include=guides.categories.guides',
    '/guides/32/categories?include=guides.tags,child_categories.guides',
    '/categories/11/guides?include=tags.guides,categories.guides',
    '/categories/12/child_categories?include=guides',
    '/tags/22/guides?include=tags.guides',
    '/tags/22/knowledge_base?include=guides.tags,categories.guides,tags',
    '/guides/35/tags',
    '/guides/35/categories',
    '/guides/35/knowledge_base',
    '/categories/15/guides',
    '/tags/23/guides',
  ])('S3 never show unpublished content: %s', async (path) => {
    expect((await service.get(`${ROOT}${path}`)).text).not.toContain(CANARY);
  });
});

async function statuses(answers: PromiseLike<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}
