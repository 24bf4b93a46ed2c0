import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, EXAMPLE, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('guides', () => {
  const ROOT = '/knowledge/v1/help.example.com/guides';

  let service: TestService;

  const ids = async (query: string) =>
    (await service.get(`${ROOT}?${query}`)).body.data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
  });

  afterAll(() => service.stop());

  describe('GET /knowledge/v1/:host/guides', () => {
    it('lists published guides by id', async () => {
      expect(await ids('')).toEqual([31, 32, 33, 34]);
    });

    it('counts only published guides', async () => {
      expect((await service.get(ROOT)).body.meta).toEqual({ total: 4, pages: 1 });
    });

    it('lists only guides of the knowledge base', async () => {
      const answer = await service.get('/knowledge/v1/other.example.com:8443/guides');
      expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(['53']);
    });

    describe('filters', () => {
      it.each([
        ['filter[category]=start', [31, 32]],
        ['filter[category]=11', [31, 32]],
        ['filter[tag]=basics', [31, 32]],
        ['filter[tag]=21', [31, 33]],
        ['filter%5Btag%5D=new', [31, 33]],
        ['filter[tag%5D=new', [31, 33]],
      ])('take a slug, or an id if no slug matches: %s', async (query, expected) => {
        expect(await ids(query)).toEqual(expected);
      });

      it('use the order of the category', async () => {
        expect(await ids('filter[category]=invoices')).toEqual([33, 32]);
      });

      it.each([
        'filter[category]=',
        'filter[tag]=',
        'filter[category]=nothing',
        'filter[tag]=999',
        'filter[category]=empty',
        'filter[category]=12',
        'filter[tag]=unused',
        `filter[tag]=hidden-${CANARY}`,
        'filter[category]=51',
        'filter[tag]=52',
        'filter[tag]=99999999999999999999',
        'filter[tag]=-21',
        'filter[tag]=021',
        'filter[tag]=21.0',
        "filter[tag]=' or 1=1 --",
      ])('find nothing for an empty or unknown value: %s', async (query) => {
        const { body } = await service.get(`${ROOT}?${query}`);
        expect(body.data).toEqual([]);
        expect(body.meta).toEqual({ total: 0, pages: 0 });
      });

      it.each([
        ['filter[tag]=new&filter[category]=start', [31, 33]],
        ['filter[category]=start&filter[tag]=new', [31, 32]],
        ['filter%5Bcategory%5D=invoices&filter[tag]=basics', [33, 32]],
        ['filter[tag]=&filter[category]=start', []],
        ['include=tags&filter[category]=start&fields[guide]=title&filter[tag]=new', [31, 32]],
        ['filter[tag]=new&filter[tag]=basics', [31, 33]],
      ])('apply the first in the query string as sent: %s', async (query, expected) => {
        expect(await ids(query)).toEqual(expected);
      });

      it('keep only the effective one in links to other pages', async () => {
        const { body } = await service.get(`${ROOT}?filter[category]=start&filter[tag]=new&page[size]=1`);
        expect(body.links.next).toContain('filter%5Bcategory%5D=start');
        expect(body.links.next).not.toContain('filter%5Btag%5D');
      });
    });

    describe('sort', () => {
      it.each([
        ['title', [32, 31, 33, 34]],
        ['-title', [34, 33, 31, 32]],
        ['slug', [34, 32, 31, 33]],
        ['id', [31, 32, 33, 34]],
        ['-id', [34, 33, 32, 31]],
        ['-id,title', [34, 33, 32, 31]],
        ['title,-id', [32, 31, 33, 34]],
        ['', [31, 32, 33, 34]],
      ])('%s', async (sort, expected) => {
        expect(await ids(`sort=${sort}`)).toEqual(expected);
      });

      it('also orders a filtered list', async () => {
        expect(await ids('filter[category]=invoices&sort=-title')).toEqual([33, 32]);
        expect(await ids('filter[category]=invoices&sort=title')).toEqual([32, 33]);
      });

      it.each(['content_html', 'title,nothing', '--title', 'TITLE', 'title;drop', 'constructor', ',', '-'])(
        'is a 400 for "%s"',
        async (sort) => {
          const answer = await service.get(`${ROOT}?sort=${sort}`);
          expect(answer.status).toBe(400);
          expect(answer.body.errors[0].source).toEqual({ parameter: 'sort' });
        },
      );
    });
  });

  describe('GET /knowledge/v1/:host/guides/:id', () => {
    it('answers a published guide', async () => {
      expect((await service.get(`${ROOT}/32`)).body.data.attributes.title).toBe('äpples');
    });

    it.each([
      ['unknown', '999'],
      ['not published', '35'],
      ['of another knowledge base', '53'],
      ['zero', '0'],
      ['negative', '-1'],
      ['beyond 2^53', '9007199254740992'],
      ['far beyond', '9'.repeat(40)],
      ['with a leading zero', '031'],
      ['with a fraction', '31.0'],
      ['a word', 'install'],
      ['U+0000', '%00'],
      ['U+0000 behind an id', '31%00'],
      ['broken percent-encoding', '%E0%A4%A'],
      ['Latin-1', '%E9'],
      ['a lone surrogate', '%ED%A0%80'],
    ])('answers 404 for an id that is %s', async (_, id) => {
      const answer = await service.get(`${ROOT}/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body.errors[0]).toMatchObject({ status: '404', code: 'not_found', title: 'Not found' });
    });
  });

  describe('GET /knowledge/v1/:host/guides/slug/:slug', () => {
    it('answers a published guide', async () => {
      expect((await service.get(`${ROOT}/slug/install`)).body.data.id).toBe('31');
    });

    it('finds a slug that looks like an id', async () => {
      expect((await service.get(`${ROOT}/slug/31`)).body.data.id).toBe('34');
    });

    it.each([
      ['unknown', 'nothing'],
      ['of a guide that is not published', `draft-${CANARY}`],
      ['an id that is not a slug', '33'],
      ['in capitals', 'INSTALL'],
      ['with U+0000', 'install%00'],
      ['too long', 'a'.repeat(1_000)],
      ['traversing', '..%2Finstall'],
    ])('answers 404 for a slug that is %s', async (_, slug) => {
      expect((await service.get(`${ROOT}/slug/${slug}`)).status).toBe(404);
    });
  });
});

describe('categories', () => {
  const ROOT = '/knowledge/v1/help.example.com/categories';

  let service: TestService;

  const ids = async (query = '') =>
    (await service.get(`${ROOT}?${query}`)).body.data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
  });

  afterAll(() => service.stop());

  it('are listed by position, then id, if they or descendants have a published guide', async () => {
    expect(await ids()).toEqual([12, 11, 13]);
  });

  it.each([
    ['sort=position', [12, 11, 13]],
    ['sort=-position', [13, 11, 12]],
    ['sort=name', [13, 12, 11]],
    ['sort=-id', [13, 12, 11]],
    ['page[size]=2&page[number]=2', [13]],
  ])('are listed by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('count only visible ones', async () => {
    expect((await service.get(ROOT)).body.meta).toEqual({ total: 3, pages: 1 });
  });

  it.each(['slug', 'position,nothing'])('cannot be sorted by %s', async (sort) => {
    expect((await service.get(`${ROOT}?sort=${sort}`)).status).toBe(400);
  });

  it('answer by id, as an ancestor too', async () => {
    expect((await service.get(`${ROOT}/12`)).body.data.attributes.slug).toBe('money');
  });

  it.each([
    ['unknown', '999'],
    ['without a guide', '14'],
    ['with unpublished guides only', '15'],
    ['of another knowledge base', '51'],
    ['no id', 'start'],
    ['beyond 2^53', '9007199254740993'],
  ])('answer 404 when they are %s', async (_, id) => {
    expect((await service.get(`${ROOT}/${id}`)).status).toBe(404);
  });

  it('appear and disappear with published guides, like their ancestors', async () => {
    const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id in (32, 33)';
    await service.change(EXAMPLE.host, publish, [false]);
    expect(await ids()).toEqual([11]);
    await service.change(EXAMPLE.host, publish, [true]);
    expect(await ids()).toEqual([12, 11, 13]);
  });
});

describe('tags', () => {
  const ROOT = '/knowledge/v1/help.example.com/tags';

  let service: TestService;

  const ids = async (query = '') =>
    (await service.get(`${ROOT}?${query}`)).body.data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
  });

  afterAll(() => service.stop());

  it('are listed by name, case-insensitively, if a published guide has them', async () => {
    expect(await ids()).toEqual([22, 21]);
  });

  it.each([
    ['sort=-name', [21, 22]],
    ['sort=id', [21, 22]],
    ['sort=-id', [22, 21]],
    ['page[size]=1&page[number]=2', [21]],
  ])('are listed by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('answer by id', async () => {
    expect((await service.get(`${ROOT}/22`)).body.data.attributes).toEqual({
      name: 'basics',
      slug: 'basics',
    });
  });

  it.each([
    ['unknown', '999'],
    ['on no guide', '24'],
    ['on unpublished guides only', '23'],
    ['of another knowledge base', '52'],
    ['no id', 'basics'],
    ['2^53 − 1, the last id there may be', '9007199254740991'],
    ['beyond 2^53', '9007199254740992'],
  ])('answer 404 when they are %s', async (_, id) => {
    expect((await service.get(`${ROOT}/${id}`)).status).toBe(404);
  });

  it('appear and disappear with published guides', async () => {
    const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id in (31, 33)';
    await service.change(EXAMPLE.host, publish, [false]);
    expect(await ids()).toEqual([22]);
    await service.change(EXAMPLE.host, publish, [true]);
    expect(await ids()).toEqual([22, 21]);
  });
});
