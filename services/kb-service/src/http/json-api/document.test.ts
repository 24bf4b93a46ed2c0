import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService, takeGuideRows } from '../../testing/test-service.ts';

const ROOT = '/knowledge/v1/help.example.com';
const linkage = (type: string, ...ids: number[]) => ({ data: ids.map((id) => ({ type, id: String(id) })) });

describe('documents', () => {
  let service: TestService;
  let knowledgeBaseId: string;

  const get = async (path: string) => (await service.get(`${ROOT}${path}`)).body;
  const included = (body: { included: { data: { type: string; id: string } }[] }) =>
    body.included.map(({ data }) => `${data.type} ${data.id}`);

  /** Clears cached answers by raising the revision. */
  async function forgetAnswers(): Promise<void> {
    await service.change(EXAMPLE.host, 'update knowledge_bases set name = name where id = $1');
    await get('/tags/22');
    service.takeStatements();
  }

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
    knowledgeBaseId = (await get('')).data.id;
  });

  afterAll(() => service.stop());

  it('have jsonapi, then data', async () => {
    const body = await get('/guides/31');
    expect(Object.keys(body)).toEqual(['jsonapi', 'data']);
    expect(body.jsonapi).toEqual({ version: '1.0' });
  });

  it('have no data for errors', async () => {
    expect(Object.keys(await get('/guides/999'))).toEqual(['jsonapi', 'errors']);
  });

  describe('resources', () => {
    it('are shown whole: a knowledge base', async () => {
      expect((await get('')).data).toEqual({
        type: 'knowledge_base',
        id: knowledgeBaseId,
        attributes: { name: 'Example Help', host: 'help.example.com', organization_name: 'Example Ltd' },
        relationships: { categories: {}, tags: {}, guides: {} },
        links: { self: ROOT },
      });
    });

    it('do not have accent color and logo', async () => {
      const statement = `
        with file as (
          insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes)
          values ($1, sha256('1'), 'AAAAAAAAAAAAAAAAAAAAAA', 'image/png', 'logo.png', '1')
          returning id
        )
        update knowledge_bases
        set accent_color = '#0a7d5c', logo_file_id = (select id from file), logo_width = 1, logo_height = 1
        where id = $1`;
      const paths = ['', '/guides/31?include=knowledge_base', '/guides/31/knowledge_base'];
      const before = await Promise.all(paths.map(get));
      await service.change('help.example.com', statement);
      expect(await Promise.all(paths.map(get))).toEqual(before);
    });

    it('are shown whole: a guide, with its public address in a single-guide answer', async () => {
      expect((await get('/guides/31')).data).toEqual({
        type: 'guide',
        id: '31',
        attributes: { title: 'Install it', slug: 'install', content_html: '<p>install</p>' },
        relationships: { knowledge_base: {}, categories: {}, tags: {} },
        links: { self: `${ROOT}/guides/31`, public: 'https://help.example.com/guides/install' },
      });
    });

    it('are shown whole: a category, with its public address always', async () => {
      expect((await get('/categories/13')).data).toEqual({
        type: 'knowledge_base_category',
        id: '13',
        attributes: {
          name: 'invoices',
          slug: 'invoices',
          multiple_guides_name: 'invoices guides',
          position: 3,
          parent_category_id: 12,
        },
        relationships: { knowledge_base: {}, guides: {}, child_categories: {} },
        links: { self: `${ROOT}/categories/13`, public: 'https://help.example.com/categories/invoices' },
      });
    });

    it('are shown whole: a tag, without a public address', async () => {
      expect((await get('/tags/21')).data).toEqual({
        type: 'tag',
        id: '21',
        attributes: { name: 'New', slug: 'new' },
        relationships: { knowledge_base: {}, guides: {} },
        links: { self: `${ROOT}/tags/21` },
      });
    });

    it('are equal in lists, single answers and inclusions, except for the public link of guides', async () => {
      const single = (await get('/guides/32')).data;
      const listed = (await get('/guides')).data.find(({ id }: { id: string }) => id === '32');
      const inside = (await get('/tags/22?include=guides')).included.find(
        ({ data }: { data: { id: string } }) => data.id === '32',
      ).data;
      expect(listed).toEqual({ ...single, links: { self: single.links.self } });
      expect(inside).toEqual(listed);
    });

    it('have an integer or null as parent_category_id', async () => {
      expect((await get('/categories/12')).data.attributes.parent_category_id).toBeNull();
    });
  });

  describe('include', () => {
    it('fills the relationship with linkage and adds the resources, each wrapped in an object', async () => {
      const body = await get('/guides/31?include=tags');
      expect(body.data.relationships).toEqual({
        knowledge_base: {},
        categories: {},
        tags: linkage('tag', 22, 21),
      });
      expect(body.included[0]).toEqual({
        data: {
          type: 'tag',
          id: '22',
          attributes: { name: 'basics', slug: 'basics' },
          relationships: { knowledge_base: {}, guides: {} },
          links: { self: `${ROOT}/tags/22` },
        },
      });
      expect(included(body)).toEqual(['tag 22', 'tag 21']);
    });

    it('shows an object as linkage of to-one relationships', async () => {
      const body = await get('/guides/31?include=knowledge_base');
      expect(body.data.relationships.knowledge_base).toEqual({
        data: { type: 'knowledge_base', id: knowledgeBaseId },
      });
      expect(included(body)).toEqual([`knowledge_base ${knowledgeBaseId}`]);
    });

    it.each([
      ['/guides/31', 'categories', 'knowledge_base_category'],
      ['/guides/31', 'tags', 'tag'],
      ['', 'categories', 'knowledge_base_category'],
      ['', 'guides', 'guide'],
      ['', 'tags', 'tag'],
      ['/categories/12', 'child_categories', 'knowledge_base_category'],
      ['/categories/13', 'guides', 'guide'],
      ['/tags/21', 'guides', 'guide'],
    ])('takes the name of a relationship or of its type: %s %s = %s', async (path, name, type) => {
      const byName = await get(`${path}?include=${name}`);
      expect(byName.included.length).toBeGreaterThan(0);
      expect(await get(`${path}?include=${type}`)).toEqual(byName);
    });

    it('shows linkage in display order: guides by their place in the category, categories by position', async () => {
      const category = await get('/categories/11?include=guides');
      expect(category.data.relationships.guides).toEqual(linkage('guide', 31, 32));
      const invoices = await get('/categories/13?include=guides');
      expect(invoices.data.relationships.guides).toEqual(linkage('guide', 33, 32));
      const guide = await get('/guides/32?include=categories');
      expect(guide.data.relationships.categories).toEqual(linkage('knowledge_base_category', 11, 13));
    });

    it('follows paths of three relationships', async () => {
      const body = await get('/tags/21?include=guides.categories.child_categories');
      expect(included(body)).toEqual([
        'guide 31',
        'guide 33',
        'knowledge_base_category 11',
        'knowledge_base_category 13',
      ]);
      expect(body.included[3].data.relationships.child_categories).toEqual({ data: [] });
    });

    it('shows each resource once, in the order of linkage, without primary data', async () => {
      const body = await get('/guides?include=categories.guides,tags.guides');
      expect(included(body)).toEqual([
        'knowledge_base_category 11',
        'tag 22',
        'tag 21',
        'knowledge_base_category 13',
      ]);
    });

    it('merges linkage of all paths, also in primary data', async () => {
      const body = await get('/categories?include=guides,child_categories.knowledge_base');
      const [money, , invoices] = body.data;
      expect(money.relationships).toEqual({
        knowledge_base: {},
        guides: { data: [] },
        child_categories: linkage('knowledge_base_category', 13),
      });
      expect(invoices.relationships).toEqual({
        knowledge_base: { data: { type: 'knowledge_base', id: knowledgeBaseId } },
        guides: linkage('guide', 33, 32),
        child_categories: { data: [] },
      });
    });

    it('is answered with an empty array when it finds nothing', async () => {
      expect((await get('/guides/34?include=tags')).included).toEqual([]);
    });

    it.each([
      ['/guides', 'nothing'],
      ['/guides', 'guides'],
      ['/guides', 'Tags'],
      ['/guides', 'tags.nothing'],
      ['/guides', '__proto__'],
      ['/guides', 'constructor'],
      ['/tags/21', 'guides.categories.guides.tags'],
      ['', 'knowledge_base'],
    ])('is a 400 for an unknown path: %s?include=%s', async (path, include) => {
      const answer = await service.get(`${ROOT}${path}?include=${include}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({
        code: 'invalid_parameter',
        source: { parameter: 'include' },
      });
    });

    it.each(['', ',', ' tags , ', 'tags,'])('ignores empty names: "%s"', async (include) => {
      expect((await service.get(`${ROOT}/guides?include=${encodeURIComponent(include)}`)).status).toBe(200);
    });
  });

  describe('fields', () => {
    it('restrict attributes; relationships and linkage stay', async () => {
      const body = await get('/guides/31?fields[guide]=slug,title&include=tags&fields[tag]=name');
      expect(body.data.attributes).toEqual({ title: 'Install it', slug: 'install' });
      expect(body.data.relationships.tags).toEqual(linkage('tag', 22, 21));
      expect(body.included[0].data.attributes).toEqual({ name: 'basics' });
    });

    it.each([
      ['fields[guide]=', {}],
      ['fields[guide]=nothing', {}],
      ['fields[guide]=title,nothing,__proto__', { title: 'Install it' }],
      ['fields%5Bguide%5D=slug', { slug: 'install' }],
      ['fields[guide]=slug&fields[guide]=title', { slug: 'install' }],
      ['fields[nothing]=a&fields[guide]=slug', { slug: 'install' }],
      ['fields[__proto__]=a&fields[guide]=slug', { slug: 'install' }],
    ])('%s leaves %j', async (query, attributes) => {
      expect((await get(`/guides/31?${query}`)).data.attributes).toEqual(attributes);
    });

    it('without content_html do not read it', async () => {
      await forgetAnswers();
      await get('/guides?fields[guide]=title&include=categories.guides');
      await get('/guides/31?fields[guide]=title');
      const rows = await takeGuideRows(service);
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.filter((row) => row.content_html !== null)).toEqual([]);
      await get('/guides/31');
      expect(await takeGuideRows(service)).toEqual([
        expect.objectContaining({ content_html: expect.any(String) }),
      ]);
    });
  });

  describe('cost', () => {
    it.each([
      ['', 0],
      ['?include=guides,categories,tags', 3],
      ['/guides', 1],
      ['/guides?include=knowledge_base', 1],
      ['/guides?include=categories', 1],
      ['/guides?include=categories,tags', 1],
      ['/guides?include=categories.guides.tags', 3],
      ['/guides?filter[category]=start&sort=-title&page[size]=1', 1],
      ['/guides/31', 1],
      ['/guides/slug/install?include=tags', 1],
      ['/categories?include=guides', 2],
      ['/tags?include=guides.categories', 3],
    ])(
      '%s takes %i statements: one for the page with its categories and tags, one for each other inclusion',
      async (path, statements) => {
        await forgetAnswers();
        await get(path);
        expect(service.takeStatements()).toHaveLength(statements);
      },
    );

    it('is no statement for cached answers', async () => {
      await get('/guides/31');
      service.takeStatements();
      await get('/guides/31');
      expect(service.takeStatements()).toEqual([]);
    });

    describe('of content that is in memory', () => {
      const LIST = '/guides?include=tags&sort=id';
      let other: TestService;

      const read = async () => (await other.get(`${ROOT}${LIST}`)).body;
      const change = (statement: string) => other.change(EXAMPLE.host, statement);

      beforeAll(async () => {
        other = await startTestService([EXAMPLE]);
        for (let time = 0; time < 3; time += 1) {
          await change('update knowledge_bases set name = name where id = $1');
          await other.get(ROOT);
          other.takeStatements();
          await read();
        }
      });

      afterAll(() => other.stop());

      it('is one statement, which does not read it', async () => {
        const rows = await takeGuideRows(other);
        expect(rows.length).toBeGreaterThan(1);
        expect(rows.filter((row) => row.content_html !== null)).toEqual([]);
      });

      it.each([
        [
          'content',
          "update guides set content_html = '<p>Other.</p>' where knowledge_base_id = $1 and id = 31",
          {
            data: expect.arrayContaining([
              expect.objectContaining({
                attributes: expect.objectContaining({ content_html: '<p>Other.</p>' }),
              }),
            ]),
          },
        ],
        [
          'a title',
          "update guides set title = 'Other' where knowledge_base_id = $1 and id = 31",
          {
            data: expect.arrayContaining([
              expect.objectContaining({ attributes: expect.objectContaining({ title: 'Other' }) }),
            ]),
          },
        ],
        [
          'the name of a tag',
          "update tags set name = 'Other' where knowledge_base_id = $1 and id = 21",
          {
            included: expect.arrayContaining([
              { data: expect.objectContaining({ attributes: { name: 'Other', slug: expect.anything() } }) },
            ]),
          },
        ],
        [
          'the tags of a guide',
          'delete from guide_tags where knowledge_base_id = $1 and guide_id = 31 and tag_id = 21',
          {
            data: expect.arrayContaining([
              expect.objectContaining({
                id: '31',
                relationships: expect.objectContaining({ tags: linkage('tag', 22) }),
              }),
            ]),
          },
        ],
      ])('shows a change of %s', async (_, statement, shown) => {
        await change(statement);
        expect(await read()).toMatchObject(shown);
      });
    });

    it('of searches is not cached, because the index lags behind', async () => {
      await get('/guides?q=install');
      service.takeStatements();
      await get('/guides?q=install');
      expect(service.takeStatements()).not.toEqual([]);
    });
  });

  describe('S3 unpublished content', () => {
    it.each([
      '?include=guides.categories.guides,guides.tags.guides,categories.child_categories,tags',
      '/guides?include=categories.guides,tags.guides',
      '/guides?sort=-title',
      `/guides?filter[category]=drafts-${CANARY}`,
      '/guides?filter[category]=15&include=categories',
      '/guides?filter[tag]=23',
      '/guides?filter[tag]=basics&include=tags.guides',
      '/guides/35',
      '/categories?include=guides,child_categories.guides',
      '/categories/15',
      '/categories/11?include=guides.tags',
      '/tags?include=guides',
      '/tags/23',
    ])('never appears: %s', async (path) => {
      const { text } = await service.get(`${ROOT}${path}`);
      expect(text.replaceAll(encodeURIComponent(path), '').replaceAll(CANARY_IN_LINKS, '')).not.toContain(
        CANARY,
      );
    });
  });
});

const CANARY_IN_LINKS = new RegExp(`filter%5Bcategory%5D=drafts-${CANARY}`, 'g');
