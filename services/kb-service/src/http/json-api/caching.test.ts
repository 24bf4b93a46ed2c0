import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ValidationError, Validator } from 'jsonapi-validator';
import { OPERATOR } from '../../testing/content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { findLinkageProblems } from '../../testing/linkage.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';

describe('caching', () => {
  const MEDIA_TYPE = 'application/vnd.api+json';
  const ROOT = '/knowledge/v1/help.example.com';

  let service: TestService;

  const tagOf = async (path: string) => (await service.get(`${ROOT}${path}`)).headers.etag ?? '';
  const ask = (path: string, ifNoneMatch: string) =>
    service.get(`${ROOT}${path}`).set('If-None-Match', ifNoneMatch);

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
    await renameGuide(service.database, OPERATOR, {
      host: EXAMPLE.host,
      slug: 'refunds',
      newSlug: 'money-back',
    });
  });

  afterAll(() => service.stop());

  describe('on every response', () => {
    interface Row {
      method?: 'delete' | 'get' | 'options' | 'post';
      headers?: Record<string, string>;
      body?: string;
    }
    const send = (path: string, { method = 'get', headers, body }: Row) =>
      service.request[method](path)
        .set({ Accept: MEDIA_TYPE, ...headers })
        .redirects(0)
        .send(body);
    const vote = `${ROOT}/guides/31/upvote`;
    const voting: Row = { method: 'post', headers: { 'Content-Type': MEDIA_TYPE } };

    it.each<[number, string, Row]>([
      [200, ROOT, {}],
      [200, `${ROOT}/guides`, {}],
      [200, `${ROOT}/guides/31`, {}],
      [200, `${ROOT}/guides?q=install`, {}],
      [200, '/jsonapi/knowledge/v1/help.example.com/tags/21', {}],
      [200, vote, voting],
      [204, vote, { method: 'options' }],
      [204, '/healthz', { method: 'options' }],
      [301, `${ROOT}/guides/slug/refunds`, {}],
      [400, `${ROOT}/guides?page=2`, {}],
      [400, vote, { ...voting, body: '{' }],
      [401, '/knowledge/v1/keyed.example.com', {}],
      [403, '/knowledge/v1/disabled.example.com', {}],
      [404, `${ROOT}/guides/999`, {}],
      [404, `${ROOT}/nothing/here`, {}],
      [404, '/elsewhere', {}],
      [404, '/files/none.png', {}],
      [405, ROOT, { method: 'delete' }],
      [405, '/docs', { method: 'delete' }],
      [406, ROOT, { headers: { Accept: '*/*' } }],
      [413, vote, { ...voting, body: '{'.repeat(10_001) }],
      [414, `/elsewhere?${'a'.repeat(16_000)}`, {}],
      [415, vote, { method: 'post', headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    ])('an etag, and with a body the bytes of the media type: %d %.60s', async (status, path, row) => {
      const answer = await send(path, row);
      expect(answer.status).toBe(status);
      expect(answer.headers.etag).toMatch(/^W\/"[\w-]+"$/);
      expect(answer.headers['content-type']).toBe(answer.text === '' ? undefined : MEDIA_TYPE);
      expect((await send(path, row)).headers.etag).toBe(answer.headers.etag);
    });
  });

  it('has the same etag for every content coding', async () => {
    const codings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      codings.map(
        async (coding) => (await service.get(`${ROOT}/guides`).set('Accept-Encoding', coding)).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(1);
  });

  it('allows caching with revalidation', async () => {
    expect((await service.get(ROOT)).headers['cache-control']).toBe('public, no-cache');
  });

  it('has another etag for another answer', async () => {
    const tags = await Promise.all(
      ['', '/guides', '/guides/31', '/guides/32', '/guides/31?include=tags'].map(tagOf),
    );
    expect(new Set(tags).size).toBe(tags.length);
  });

  it.each([
    ['one', (tag: string) => tag],
    ['strong form', (tag: string) => tag.slice(2)],
    ['a list', (tag: string) => `"other", ${tag}, W/"more"`],
    ['*', () => '*'],
  ])('answers 304 without body to If-None-Match: %s', async (_, header) => {
    const answer = await ask('/guides/31', header(await tagOf('/guides/31')));
    expect(answer.status).toBe(304);
    expect(answer.text).toBe('');
    expect(answer.headers).toMatchObject({
      etag: await tagOf('/guides/31'),
      vary: 'Accept, Accept-Encoding',
      'cache-control': 'public, no-cache',
    });
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it('answers 304 to HEAD as well', async () => {
    const request = service.request.head(`${ROOT}/guides`).set('Accept', 'application/vnd.api+json');
    expect((await request.set('If-None-Match', await tagOf('/guides'))).status).toBe(304);
  });

  it.each(['"other"', 'W/"other"', 'nonsense', '""', ''])(
    'answers 200 to If-None-Match: %s',
    async (header) => {
      expect((await ask('/guides/31', header)).status).toBe(200);
    },
  );

  describe('a cached answer', () => {
    const FILTERED = '/guides?filter[category]=start&include=tags.guides&sort=title&page[size]=1';

    it.each([
      ['parameters that are not known', '/guides', '/guides?utm_x=1&X=2'],
      ['pages that are the usual ones', '/guides', '/guides?page[number]=1&page[size]=1000'],
      ['another spelling of a number', '/guides?page[size]=50', '/guides?page[size]=0050'],
      ['encoded brackets', '/guides?page[size]=50', '/guides?page%5Bsize%5D=50'],
      ['repeated parameters', '/guides?sort=title', '/guides?sort=title&sort=slug'],
      [
        'another order of parameters',
        FILTERED,
        '/guides?page[size]=1&sort=title&include=tags.guides&filter[category]=start',
      ],
      ['a filter that does not count', FILTERED, `${FILTERED}&filter[tag]=new`],
      ['terms that sort nothing', '/guides?sort=title', '/guides?sort=title,-title,title'],
      [
        'another way to name an inclusion',
        '/guides?include=categories,tags.guides',
        '/guides?include=tags,tag.guide,%20knowledge_base_category,,tags',
      ],
      [
        'fields that there are not',
        '/guides?fields[guide]=title,slug',
        '/guides?fields[guide]=slug,x,title&fields[x]=y',
      ],
    ])('is reused without a statement for %s', async (_title, path, other) => {
      const made = await service.get(ROOT + path);
      service.takeStatements();
      const kept = await service.get(ROOT + other);
      expect(service.takeStatements()).toEqual([]);
      expect(kept.text).toBe(made.text);
    });

    it.each([
      ['/guides?filter[category]=start', '/guides?filter[tag]=new'],
      ['/guides?filter[category]=start', '/guides?filter[category]=nothing'],
      ['/guides?sort=title', '/guides?sort=-title'],
      ['/guides?page[size]=1', '/guides?page[size]=2'],
      ['/guides?page[size]=1', '/guides?page[size]=1&page[number]=2'],
      ['/guides?include=tags', '/guides?include=tags.guides'],
      ['/guides?include=', '/guides'],
      ['/guides?fields[guide]=', '/guides?fields[tag]='],
      ['/guides?fields[guide]=title', '/guides?fields[guide]=slug'],
      ['/guides/31', '/guides/32'],
      ['/guides/31', '/guides/31/knowledge_base'],
      ['/tags', '/categories'],
    ])('is not used for another request: %s, %s', async (path, other) => {
      const made = await service.get(ROOT + path);
      expect((await service.get(ROOT + other)).text).not.toBe(made.text);
      expect((await service.get(`/jsonapi${ROOT}${path}`)).text).not.toBe(made.text);
    });

    it('is made once for concurrent requests, in the API and on pages', async () => {
      await service.change(EXAMPLE.host, 'update knowledge_bases set name = name where id = $1');
      await service.get(`${ROOT}/tags/21`);
      service.takeStatements();
      const five = Array.from({ length: 5 }, (_, x) => x);
      await Promise.all(five.map((x) => service.get(`${ROOT}/guides/31?_=${x}`)));
      expect(service.takeStatements()).toHaveLength(1);
      await Promise.all(five.map((x) => service.request.get(`/guides?x=${x}`).set('Host', EXAMPLE.host)));
      expect(service.takeStatements()).toHaveLength(1);
    });

    it('that redirects keeps the query of each request', async () => {
      const ask = async (path: string, query: string) => {
        const answer = await service.get(`${path}?${query}`).set('Host', EXAMPLE.host).redirects(0);
        return String(answer.headers.location).split('?')[1];
      };
      for (const path of [`${ROOT}/guides/slug/refunds`, '/guides/refunds']) {
        expect(await Promise.all([ask(path, 'utm_x=1'), ask(path, 'utm_x=2')])).toEqual([
          'utm_x=1',
          'utm_x=2',
        ]);
      }
    });
  });

  describe('S17 validators that leak', () => {
    it('answers 406 to the right etag with the wrong Accept', async () => {
      const answer = await ask('/guides/31', await tagOf('/guides/31')).set('Accept', '*/*');
      expect(answer.status).toBe(406);
    });

    it('answers 404 to the etag of an unpublished guide', async () => {
      const tag = await tagOf('/guides/33');
      const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id = 33';
      await service.change(EXAMPLE.host, publish, [false]);
      expect((await ask('/guides/33', tag)).status).toBe(404);
      expect((await ask('/guides/33', '*')).status).toBe(404);
      await service.change(EXAMPLE.host, publish, [true]);
      expect((await ask('/guides/33', tag)).status).toBe(304);
    });

    it('never answers an error with 304', async () => {
      expect((await ask('/guides/999', await tagOf('/guides/999'))).status).toBe(404);
    });
  });

  it('changes the etag with published guides, not with unpublished ones', async () => {
    const edit = 'update guides set title = $2 where knowledge_base_id = $1 and id = $3';
    const paths = ['/guides', '/guides/31', '/categories?include=guides', '/tags?include=guides'];
    const before = await Promise.all(paths.map(tagOf));
    await service.change(EXAMPLE.host, edit, ['edited', 35]);
    expect(await Promise.all(paths.map(tagOf))).toEqual(before);
    await service.change(EXAMPLE.host, edit, ['edited', 31]);
    for (const [index, path] of paths.entries()) expect(await tagOf(path)).not.toBe(before[index]);
  });
});

describe('documents of the standard mount', () => {
  const MOUNT = '/jsonapi/knowledge/v1';
  const ROOT = `${MOUNT}/help.example.com`;

  const ANSWERS: [status: number, path: string][] = [
    [200, ROOT],
    [200, `${ROOT}?include=guides.categories.child_categories,guides.tags,categories.guides.tags`],
    [200, `${ROOT}/guides`],
    [200, `${ROOT}/guides?include=categories.child_categories,tags,knowledge_base`],
    [200, `${ROOT}/guides?include=tags.guides.tags,categories.guides.categories&page[size]=1`],
    [200, `${ROOT}/guides?filter[category]=nothing&include=tags`],
    [200, `${ROOT}/guides?page[number]=9`],
    [200, `${ROOT}/guides/31`],
    [200, `${ROOT}/guides/31?fields[guide]=`],
    [200, `${ROOT}/guides/34?include=tags,categories`],
    [200, `${ROOT}/guides/slug/install?include=knowledge_base.guides.tags`],
    [200, `${ROOT}/categories?include=guides,child_categories.guides.tags,knowledge_base`],
    [200, `${ROOT}/categories/12?include=child_categories.guides&fields[guide]=title`],
    [200, `${ROOT}/tags?include=guides.categories`],
    [200, `${ROOT}/tags/21`],
    [200, `${ROOT}/guides/32/categories?include=child_categories,guides`],
    [200, `${ROOT}/guides/31/tags`],
    [200, `${ROOT}/guides/34/tags`],
    [200, `${ROOT}/guides/31/knowledge_base?include=tags`],
    [200, `${ROOT}/categories/12/child_categories?include=child_categories`],
    [200, `${ROOT}/categories/13/guides?include=tags,categories.guides`],
    [200, `${ROOT}/tags/21/guides?include=tags`],
    [400, `${ROOT}/guides?page=2`],
    [400, `${ROOT}/guides?include=nothing`],
    [401, `${MOUNT}/keyed.example.com`],
    [403, `${MOUNT}/disabled.example.com`],
    [404, `${ROOT}/guides/999`],
    [404, `${ROOT}/nothing/here`],
    [414, `${ROOT}/guides?x_y=${'a'.repeat(16_000)}`],
  ];

  const validator = new Validator();
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
  });

  afterAll(() => service.stop());

  it.each(ANSWERS.map(([status, path]) => [status, path.slice(0, 120), path] as const))(
    'are valid JSON:API with full linkage: %i %s',
    async (status, _, path) => {
      const answer = await service.get(path);
      expect(answer.status).toBe(status);
      expect(problemsOf(answer.body)).toEqual([]);
    },
  );

  it.each([
    [405, 'DELETE', 'application/vnd.api+json'],
    [406, 'GET', 'text/html'],
  ])('are valid for invalid requests: %i', async (status, method, accept) => {
    const verb = method.toLowerCase() as 'delete' | 'get';
    const answer = await service.request[verb](`${ROOT}/guides`).set('Accept', accept);
    expect(answer.status).toBe(status);
    expect(problemsOf(answer.body)).toEqual([]);
  });

  it('are valid for internal errors', async () => {
    await service.database.none('alter table tags rename to tags_elsewhere');
    const answer = await service.get(`${ROOT}/tags?page[size]=7`);
    await service.database.none('alter table tags_elsewhere rename to tags');
    expect(answer.status).toBe(500);
    expect(answer.body.jsonapi).toEqual({ version: '1.1' });
    expect(problemsOf(answer.body)).toEqual([]);
  });

  it('keep inclusions without linkage if fields hides it, as JSON:API allows', async () => {
    const { body } = await service.get(`${ROOT}/guides/31?fields[guide]=title,tags&include=tags,categories`);
    expect(Object.keys(body.data.relationships)).toEqual(['tags']);
    expect(findLinkageProblems(body)).toEqual(['nothing leads to knowledge_base_category 11']);
    expect(validationProblems(body)).toEqual([]);
  });

  it('link to everything published and nothing else', async () => {
    const { addresses, text, types } = await crawl();
    expect(types).toEqual({ guide: 4, knowledge_base: 1, knowledge_base_category: 3, tag: 2 });
    expect(addresses).toEqual(
      expect.arrayContaining(
        ['/guides/31/tags', '/categories/13/guides', '/tags/22/knowledge_base'].map(
          (path) => `${ROOT}${path}`,
        ),
      ),
    );
    expect(text).not.toContain(CANARY);
  });

  describe('the checks', () => {
    it.each([
      ['documents of the contract', '/knowledge/v1/help.example.com/guides?include=tags'],
      ['empty relationships', '/knowledge/v1/help.example.com/guides/31'],
    ])('find %s', async (_, path) => {
      expect(problemsOf((await service.get(path)).body)).not.toEqual([]);
    });

    it.each([
      ['duplicate resources', { data: tag('1'), included: [tag('1')] }],
      ['unresolved linkage', { data: tag('1', { other: { data: { type: 'tag', id: '2' } } }) }],
      ['resources without linkage', { data: [tag('1')], included: [tag('2')] }],
      [
        'resources that only link to themselves',
        { data: [], included: [tag('2', { other: { data: [{ type: 'tag', id: '2' }] } })] },
      ],
    ])('find %s', (_, document) => {
      expect(findLinkageProblems(document)).toHaveLength(1);
    });
  });

  function problemsOf(document: object): string[] {
    return [...validationProblems(document), ...findLinkageProblems(document)];
  }

  function validationProblems(document: object): string[] {
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      return (error as ValidationError).errors.map(({ dataPath, message }) => `${dataPath} ${message}`);
    }
  }

  async function crawl() {
    const addresses = new Set([ROOT]);
    const resources = new Set<string>();
    let text = '';
    for (const address of addresses) {
      const answer = await service.get(address);
      expect([address, answer.status, ...problemsOf(answer.body)]).toEqual([address, 200]);
      text += answer.text;
      for (const { type, id } of [answer.body.data].flat()) resources.add(`${type} ${id}`);
      for (const [, link = ''] of answer.text.matchAll(/"(\/[^"]*)"/g)) addresses.add(link);
    }
    const counted = Object.groupBy([...resources], (name) => name.split(' ')[0] ?? '');
    const types = Object.fromEntries(Object.entries(counted).map(([type, found]) => [type, found?.length]));
    return { addresses: [...addresses], text, types };
  }

  function tag(id: string, relationships: Record<string, { data: object }> = {}) {
    return { type: 'tag', id, relationships } as { type: string; id: string };
  }
});
