import { createRequestListener, parseQuery } from '@guidepost/http';
import { until } from '@guidepost/local-servers/testing';
import type { BoundStatement, Database, Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { served } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import type { Actor } from '../../model/permissions.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { OPERATOR, type TestContent } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { saveDraft } from '../../writing/drafts/save-draft.ts';
import { publishNextDue } from '../../writing/publishing/publish-due.ts';
import { findRequestedGuide, listRequestedGuides } from '../find-guides.ts';
import type { Call } from '../reading/endpoint.ts';

const HOST = 'write.example.com';
const OTHER = 'other.example.com';
const TYPE = 'application/vnd.api+json';
const LATER = '2100-01-01T09:00:00.000Z';

const CONTENT: TestContent = {
  host: HOST,
  categories: [
    { id: 11, slug: 'start', name: 'Start', position: 1 },
    { id: 12, slug: 'money', name: 'Money', position: 2 },
    { id: 13, slug: 'invoices', name: 'Invoices', parent: 12, position: 1 },
  ],
  tags: [
    { id: 21, slug: 'new', name: 'New' },
    { id: 22, slug: 'fresh', name: 'Basics' },
  ],
  guides: [
    { id: 31, slug: 'install', title: 'Install it', categories: [11], tags: [21] },
    { id: 32, slug: 'apples', title: 'Apples', categories: [12] },
    { id: 33, slug: 'hidden', title: 'Hidden', published: false, categories: [13], tags: [22] },
  ],
};

const FOREIGN: TestContent = {
  host: OTHER,
  categories: [{ id: 51, slug: 'there' }],
  tags: [{ id: 52, slug: 'there' }],
  guides: [{ id: 53, slug: 'there', categories: [51], tags: [52] }],
};

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete' | 'put';

let service: TestService;
let key: string;
let readKey: string;
let foreignKey: string;

beforeAll(async () => {
  service = await startTestService([CONTENT, FOREIGN, { host: 'closed.example.com', access: 'disabled' }], {
    PUBLIC_FILES_URL: 'https://files.example.com',
  });
  const { database } = service;
  // The sequences know nothing of the IDs above.
  for (const table of ['guides', 'categories', 'tags'])
    await database.none('alter table $1~ alter id restart with 1000', [table]);
  ({ key } = await issueAccessKey(database, OPERATOR, { host: HOST, name: 'Robot', scope: 'write' }));
  ({ key: readKey } = await issueAccessKey(database, OPERATOR, { host: HOST, name: 'Reader' }));
  ({ key: foreignKey } = await issueAccessKey(database, OPERATOR, {
    host: OTHER,
    name: 'There',
    scope: 'write',
  }));
  await service.settled(HOST);
  await service.settled(OTHER);
});

afterAll(() => service.stop());

function send(
  method: Method,
  path: string,
  { as = key, mount = '/jsonapi', host = HOST } = {},
): supertest.Test {
  const request = service.request[method](`${mount}/knowledge/v1/${host}${path}`).set('Accept', TYPE);
  return as === '' ? request : request.set('Authorization', `Bearer ${as}`);
}

function write(method: Method, path: string, data: unknown): supertest.Test {
  return send(method, path).set('Content-Type', TYPE).send(JSON.stringify({ data }));
}

const guide = (attributes: object, more: object = {}) => ({ type: 'guide', attributes, ...more });

async function create(attributes: object, more: object = {}): Promise<string> {
  const answer = await write('post', '/guides', guide(attributes, more));
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data.id;
}

function change(id: string | number, attributes: object, more: object = {}): supertest.Test {
  return write('patch', `/guides/${id}`, { ...guide(attributes, more), id: String(id) });
}

const links = (type: string, ...ids: number[]) => ({ data: ids.map((id) => ({ type, id: String(id) })) });

/** The answer that readers get, without a key. */
function read(path: string): supertest.Test {
  return send('get', path, { as: '' });
}

async function maja(): Promise<Actor> {
  const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
  return { name: 'Maja', role: 'editor', door: 'desk', personId: 7, knowledgeBaseId: id };
}

/** A database in whose transactions something changes after the first statement. */
function changeAfterFirst(database: Database, change: () => PromiseLike<unknown>): Database {
  return Object.assign(Object.create(database), {
    tx: (options: object, work: (transaction: Executor) => Promise<unknown>) =>
      database.tx(options, async (transaction) => {
        let isFirst = true;
        const then =
          (read: (statement: BoundStatement) => Promise<unknown>) => async (statement: BoundStatement) => {
            const rows = await read(statement);
            if (isFirst) await change();
            isFirst = false;
            return rows;
          };
        return work(
          Object.assign(Object.create(transaction), {
            any: then((statement) => transaction.any(statement)),
            oneOrNone: then((statement) => transaction.oneOrNone(statement)),
          }),
        );
      }),
  });
}

let count = 0;
let title: string;
beforeEach(() => {
  count += 1;
  title = `Guide ${count}`;
});

describe('POST /guides', () => {
  it('creates a draft, which readers do not see', async () => {
    const answer = await write(
      'post',
      '/guides?include=categories,tags',
      guide(
        { title, content_html: '<p onclick="x()">Text<script>x()</script></p>' },
        { relationships: { categories: links('knowledge_base_category', 11, 13), tags: links('tag', 22) } },
      ),
    );
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    expect(answer.headers.location).toBe(`/jsonapi/knowledge/v1/${HOST}/guides/${id}`);
    expect(answer.body.data).toMatchObject({
      type: 'guide',
      attributes: {
        title,
        slug: `guide-${count}`,
        content_html: '<p>Text</p>',
        state: 'draft',
        publish_at: null,
        author: 'Robot',
      },
      relationships: { categories: links('knowledge_base_category', 11, 13), tags: links('tag', 22) },
    });
    expect(answer.body.meta).toMatchObject({ published: false, has_draft: true });
    expect(answer.body.meta.removed).toEqual({
      elements: { script: 1 },
      attributes: { onclick: 1 },
      links: {},
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept, Authorization',
    });
    expect((await read(`/guides/${id}`)).status).toBe(404);
    const again = await send('get', `/guides/${id}?include=categories,tags`);
    expect([again.status, again.body.data]).toEqual([200, answer.body.data]);
    expect(again.headers.etag).toMatch(/^"[1-9]\d*\.[\w-]+"$/);
  });
});

describe('states', () => {
  const seen = async (id: string) => (await read(`/guides/${id}`)).body.data?.attributes.content_html;
  const working = async (id: string) => (await send('get', `/guides/${id}?filter[state]=all`)).body.data;

  it.each([
    ['draft', {}, undefined],
    ['proposed', {}, undefined],
    ['published', {}, '<p>1</p>'],
    ['scheduled', { publish_at: LATER }, undefined],
  ])('a guide is created as %s', async (state, more, text) => {
    const id = await create({ title, content_html: '<p>1</p>', state, ...more });
    expect((await working(id)).attributes).toMatchObject({ state, publish_at: null, ...more });
    expect(await seen(id)).toBe(text);
  });

  const PUBLISHED = { state: 'published', content_html: '<p>1</p>' };
  const DRAFT = { state: 'draft', content_html: '<p>1</p>' };
  const SCHEDULED = { state: 'scheduled', publish_at: LATER, content_html: '<p>1</p>' };

  it.each([
    ['published', PUBLISHED, {}, 'published', '<p>2</p>'],
    ['published', PUBLISHED, { state: 'published' }, 'published', '<p>2</p>'],
    ['published', PUBLISHED, { state: 'draft' }, 'draft', undefined],
    ['published', PUBLISHED, { state: 'proposed' }, 'proposed', '<p>1</p>'],
    ['published', PUBLISHED, { state: 'scheduled', publish_at: LATER }, 'scheduled', '<p>1</p>'],
    ['draft', DRAFT, {}, 'draft', undefined],
    ['draft', DRAFT, { state: 'published' }, 'published', '<p>2</p>'],
    ['draft', DRAFT, { state: 'proposed' }, 'proposed', undefined],
    ['scheduled', SCHEDULED, {}, 'scheduled', undefined],
    ['scheduled', SCHEDULED, { publish_at: '2100-02-01T00:00:00Z' }, 'scheduled', undefined],
    ['scheduled', SCHEDULED, { state: 'draft' }, 'draft', undefined],
    ['scheduled', SCHEDULED, { state: 'published', publish_at: null }, 'published', '<p>2</p>'],
  ])('a change of a %s guide %j, with %j, makes it %s', async (_, first, second, state, text) => {
    const id = await create({ title, ...first });
    const answer = await change(id, { content_html: '<p>2</p>', ...second });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(answer.body.data.attributes).toMatchObject({ state, content_html: '<p>2</p>' });
    expect(await working(id)).toEqual(answer.body.data);
    expect(await seen(id)).toBe(text);
  });

  it('what has been read can be sent back whole, and changes nothing', async () => {
    for (const first of [PUBLISHED, DRAFT, SCHEDULED, { state: 'proposed' }]) {
      const id = await create({ title: `${title} ${first.state}`, ...first });
      const { data } = (await send('get', `/guides/${id}?include=categories,tags`)).body;
      const { body } = await write('patch', `/guides/${id}`, data);
      expect(body.errors).toBeUndefined();
      expect(body.data.attributes).toEqual(data.attributes);
    }
  });

  it('a change does not publish what someone else is writing, unless it says so', async () => {
    const id = await create({ title, ...PUBLISHED });
    await saveDraft(service.database, await maja(), {
      host: HOST,
      guideId: Number(id),
      contentHtml: '<p>half</p>',
    });
    const refused = await change(id, { title: 'Robot’s' });
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      [
        {
          status: '409',
          code: 'conflict',
          title: 'Conflict',
          detail:
            'The guide has unpublished changes by Maja. Read them with filter[state]=all; send their ETag in If-Match, and a state.',
          source: { pointer: '/data/attributes/state' },
        },
      ],
    ]);
    expect((await working(id)).attributes).toMatchObject({ title, content_html: '<p>half</p>' });
    expect((await send('get', `/guides/${id}`)).body).toMatchObject({
      data: { attributes: { state: 'published', content_html: '<p>1</p>' } },
      meta: { published: true, has_draft: true },
    });
  });

  describe('over a draft of someone else', () => {
    const tagOf = async (id: string, query = '') =>
      String((await send('get', `/guides/${id}${query}`)).headers.etag);
    const ofReaders = (id: string) => tagOf(id);
    const ofDraft = (id: string) => tagOf(id, '?filter[state]=all');
    const any = async () => '*';

    const begin = async () => {
      const id = await create({ title, ...PUBLISHED });
      const draft = { host: HOST, guideId: Number(id), contentHtml: '<p>half</p>' };
      await saveDraft(service.database, await maja(), draft);
      return id;
    };
    const sendBack = async (id: string, tag: string | undefined, attributes: object | undefined) => {
      const { data } = (await send('get', `/guides/${id}`)).body;
      const request = attributes ? change(id, attributes) : write('patch', `/guides/${id}`, data);
      return tag ? request.set('If-Match', tag) : request;
    };

    it.each([
      ['readers’ text, whole, with its tag', ofReaders, undefined, 412, undefined],
      ['readers’ text, whole, with *', any, undefined, 409, { header: 'If-Match' }],
      ['readers’ text, whole', undefined, undefined, 409, { header: 'If-Match' }],
      ['a title and a state', undefined, { title: 'A', state: 'proposed' }, 409, { header: 'If-Match' }],
      [
        'a title with its tag, without a state',
        ofDraft,
        { title: 'A' },
        409,
        { pointer: '/data/attributes/state' },
      ],
      ['a state with the tag of readers’ text', ofReaders, { state: 'published' }, 412, undefined],
    ])('%s, is refused', async (_, tag, attributes, status, source) => {
      const id = await begin();
      const answer = await sendBack(id, await tag?.(id), attributes);
      expect([answer.status, answer.body.errors?.[0].source]).toEqual([status, source]);
      expect((await working(id)).attributes).toMatchObject({ title, content_html: '<p>half</p>' });
      expect(await seen(id)).toBe('<p>1</p>');
    });

    it.each([
      ['a state publishes it', undefined, { state: 'published' }, '<p>half</p>'],
      ['a state and its tag publish it', ofDraft, { state: 'published' }, '<p>half</p>'],
      ['a title, a state and its tag go with it', ofDraft, { title: 'A', state: 'published' }, '<p>half</p>'],
      ['a proposal with its tag goes with it', ofDraft, { title: 'A', state: 'proposed' }, '<p>1</p>'],
    ])('%s', async (_, tag, attributes, text) => {
      const id = await begin();
      const answer = await sendBack(id, await tag?.(id), attributes);
      expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
      expect(answer.body.data.attributes).toMatchObject({ content_html: '<p>half</p>', ...attributes });
      expect(await seen(id)).toBe(text);
    });

    it('a deletion with the tag of readers’ text is refused', async () => {
      const id = await begin();
      const deletion = send('delete', `/guides/${id}`).set('If-Match', await ofReaders(id));
      expect((await deletion).status).toBe(412);
    });
  });

  it('a scheduled change is published in its time, beside a PATCH', async () => {
    const id = await create({ title, ...SCHEDULED });
    await service.database.none('update guide_drafts set publish_at = now() where guide_id = $1', [id]);
    const [, answer] = await Promise.all([
      publishNextDue(service.database, service.context.logger),
      change(id, { title: 'Late' }),
    ]);
    expect([200, 503]).toContain(answer.status);
    await publishNextDue(service.database, service.context.logger);
    expect(await seen(id)).toBe('<p>1</p>');
    const { attributes } = (await read(`/guides/${id}`)).body.data;
    expect(attributes.title).toBe(answer.status === 200 ? 'Late' : title);
  });
});

describe('filter[state]', () => {
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const state of ['draft', 'proposed', 'scheduled', 'published']) {
      const more = {
        relationships: { categories: links('knowledge_base_category', 11), tags: links('tag', 21) },
      };
      const attributes = {
        title: `Filtered ${state}`,
        state,
        ...(state === 'scheduled' && { publish_at: LATER }),
      };
      ids[state] = await create(attributes, more);
    }
    await change(String(ids.published), { content_html: '<p>new</p>', state: 'proposed' });
  });

  const listed = async (query: string) => {
    const { body } = await send('get', `/guides?${query}`);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };

  it.each(['draft', 'proposed', 'scheduled'])('%s lists working copies in this state', async (state) => {
    const { body } = await send(
      'get',
      `/guides?filter[state]=${state}&include=categories,tags&fields[guide]=state`,
    );
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(ids[state]);
    for (const { attributes } of body.data) expect(attributes).toEqual({ state });
  });

  it('all lists each guide once, with its working copy', async () => {
    const all = await listed('filter[state]=all');
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining([...Object.values(ids), '31', '33']));
    const page = await send('get', '/guides?filter[state]=all&page[size]=2&sort=-title&filter[tag]=new');
    expect(page.body.meta.total).toBeGreaterThanOrEqual(5);
    expect(decodeURIComponent(page.body.links.next)).toContain('filter[tag]=new&filter[state]=all');
    expect(await listed('filter[state]=all&filter[category]=invoices')).toContain('33');
    expect(await listed('filter[state]=draft&filter[category]=13')).toContain('33');
    expect(await listed('filter[state]=all&filter[category]=12')).toEqual(['32']);
    expect(await listed('filter[state]=all&filter[category]=nothing')).toEqual([]);
    expect(await listed('filter[state]=draft&filter[tag]=fresh')).toContain('33');
  });

  it.each(['', '&filter[state]=published'])('guides are as readers see them: "%s"', async (query) => {
    const fields = 'fields[guide]=title,slug,content_html';
    const readers = (await read(`/guides?${fields}`)).body;
    const { body } = await send('get', `/guides?${fields}${query}`);
    expect(body.data).toEqual(readers.data);
    const [first] = (await send('get', `/guides?${query}`)).body.data;
    expect([first.id, first.attributes]).toMatchObject([
      '31',
      {
        state: 'published',
        publish_at: null,
        author: null,
        updated_at: expect.any(String),
      },
    ]);
  });

  it('of one guide selects its text', async () => {
    const at = (state: string) =>
      send('get', `/guides/${ids.published}${state && `?filter[state]=${state}`}`);
    expect((await at('')).body.data.attributes.content_html).toBe('');
    expect((await at('published')).body.data.attributes).toMatchObject({
      content_html: '',
      state: 'published',
    });
    expect((await at('proposed')).body.data.attributes).toMatchObject({
      content_html: '<p>new</p>',
      state: 'proposed',
    });
    expect((await at('draft')).status).toBe(404);
    expect((await send('get', '/guides/slug/hidden')).body.data.id).toBe('33');
    expect((await send('get', '/guides/33?filter[state]=published')).status).toBe(404);
  });

  it('does not go with a search', async () => {
    const { status, body } = await send('get', '/guides?q=install&filter[state]=draft');
    expect([status, body.errors[0].source]).toEqual([400, { parameter: 'q' }]);
  });

  it.each([
    ['no key', '', '/jsonapi'],
    ['a key that may read', 'read', '/jsonapi'],
    ['a key that may write, on the other mount', 'write', '/knowledge'],
  ])('with %s nothing of it exists', async (_, which, mount) => {
    const options = {
      as: { '': '', read: readKey, write: key }[which] ?? '',
      mount: mount === '/knowledge' ? '' : mount,
    };
    const unknown = await send('get', '/guides?filter[nothing]=draft', options);
    for (const path of ['/guides?filter[state]=draft', '/guides/31?filter[state]=all']) {
      const refused = await send('get', path, options);
      expect([refused.status, refused.text]).toEqual([
        400,
        unknown.text.replace('filter[nothing]', 'filter[state]'),
      ]);
    }
    for (const path of ['/guides/33', '/guides/slug/hidden', '/tags/22', '/categories/12/guides/33']) {
      expect((await send('get', path, options)).status).toBe(404);
    }
    for (const path of ['/guides', '/guides/31', '/tags', '/categories', '/guides?fields[guide]=state']) {
      const answer = await send('get', path, options);
      const plain = await send('get', path, { ...options, as: '' });
      expect([answer.text, answer.headers.etag]).toEqual([plain.text, plain.headers.etag]);
      expect(answer.text).not.toMatch(/"(state|author|meta":\{"published)/);
    }
  });
});

describe('values', () => {
  it('content comes as Markdown, too', async () => {
    const content_markdown =
      '# One\n\n> [!NOTE]\n> *Two* <script>x</script>\n\n| a |\n|---|\n| b |\n\n<iframe src="https://a.example/b">\n</iframe>';
    const answer = await write('post', '/guides', guide({ title, content_markdown }));
    expect(answer.body.data.attributes.content_html).toMatch(
      /<h2 id="one">One<\/h2>.*<em>Two<\/em>.*<td>b<\/td>/s,
    );
    expect(answer.body.meta.removed).toEqual({
      elements: { script: 1, iframe: 1 },
      attributes: {},
      links: {},
      linked: [{ element: 'iframe', address: 'https://a.example/b' }],
    });
  });

  it('what is missing stays', async () => {
    const more = { relationships: { tags: links('tag', 21) } };
    const id = await create({ title, content_html: '<p>1</p>', state: 'published' }, more);
    const { body } = await change(id, { title: `${title}, changed` });
    expect(body.data.attributes).toMatchObject({ slug: `guide-${count}`, content_html: '<p>1</p>' });
    expect(body.meta).toEqual({ published: true, has_draft: false });
    expect((await read(`/guides/${id}?include=tags`)).body.data.relationships.tags).toEqual(links('tag', 21));
  });

  it('tags and categories are replaced as a whole, and a tag is found whatever its slug is', async () => {
    const more = {
      relationships: { tags: links('tag', 21, 22), categories: links('knowledge_base_category', 11) },
    };
    const id = await create({ title, state: 'published' }, more);
    const seen = await read(`/guides/${id}?include=tags`);
    expect(seen.body.data.relationships.tags.data).toEqual(expect.arrayContaining(links('tag', 21, 22).data));
    const none = {
      relationships: { tags: links('tag'), categories: links('knowledge_base_category', 12, 12) },
    };
    expect((await change(id, {}, none)).status).toBe(200);
    expect((await read(`/guides/${id}?include=tags,categories`)).body.data.relationships).toMatchObject({
      tags: { data: [] },
      categories: links('knowledge_base_category', 12),
    });
  });

  it('a new slug keeps the old address', async () => {
    const id = await create({ title, state: 'published' });
    expect((await change(id, { slug: `moved-${count}` })).status).toBe(200);
    const moved = await read(`/guides/slug/guide-${count}`);
    expect([moved.status, moved.headers.location]).toEqual([
      301,
      `/jsonapi/knowledge/v1/${HOST}/guides/slug/moved-${count}`,
    ]);
  });

  it('the public link of a working copy leads to where readers find the guide', async () => {
    const id = await create({ title, state: 'published' });
    const { body } = await change(id, { slug: `later-${count}`, state: 'proposed' });
    const { data: readers } = (await read(`/guides/${id}`)).body;
    expect(body.data.attributes.slug).toBe(`later-${count}`);
    expect(body.data.links.public).toBe(readers.links.public);
    expect((await send('get', `/guides/${id}?filter[state]=all`)).body.data.links).toEqual(body.data.links);
  });

  it('a draft is found by the slug that it will have', async () => {
    const id = await create({ title, slug: `first-${count}` });
    await change(id, { slug: `second-${count}` });
    expect((await send('get', `/guides/slug/second-${count}`)).body.data.id).toBe(id);
    await write('post', '/guides', guide({ title, slug: `second-${count}` }));
    const other = await send('get', `/guides/slug/second-${count}?filter[state]=all`);
    expect(other.body.data.id).not.toBe(id);
  });
});

describe('refused', () => {
  const big = 'x'.repeat(10_000_001);
  const linked = (id: string, type = 'tag') => ({ relationships: { tags: { data: [{ type, id }] } } });
  const at = (name: string) => `/data/attributes/${name}`;

  it.each([
    ['a title of white space', guide({ title: ' \t ' }), 422, at('title')],
    ['no title', guide({ slug: 'a' }), 422, '/data/attributes'],
    ['no attributes', { type: 'guide' }, 400, '/data'],
    ['a title that is null', guide({ title: null }), 422, at('title')],
    ['a title that is a number', guide({ title: 1 }), 422, at('title')],
    ['a title of 501 characters', guide({ title: 'x'.repeat(501) }), 422, at('title')],
    ['a title that cannot be stored', guide({ title: 'a\0' }), 422, at('title')],
    ['half a character', guide({ title: '\ud800' }), 422, at('title')],
    ['a slug that is none', guide({ title: 'A', slug: 'Å ?' }), 422, at('slug')],
    ['a slug that cannot be stored', guide({ title: 'A', slug: 'a\0' }), 422, at('slug')],
    ['a slug that is taken', guide({ title: 'A', slug: 'install' }), 409, at('slug')],
    [
      'both contents',
      guide({ title: 'A', content_html: '', content_markdown: '' }),
      422,
      at('content_markdown'),
    ],
    [
      'too much Markdown',
      guide({ title: 'A', content_markdown: 'x'.repeat(300_001) }),
      422,
      at('content_markdown'),
    ],
    [
      'too much content',
      guide({ title: 'A', content_html: '\u0001'.repeat(1_500_000) }),
      422,
      at('content_html'),
    ],
    ['an unknown state', guide({ title: 'A', state: 'live' }), 422, at('state')],
    ['a schedule without time', guide({ title: 'A', state: 'scheduled' }), 422, at('publish_at')],
    [
      'a past time',
      guide({ title: 'A', state: 'scheduled', publish_at: '2001-01-01T00:00:00Z' }),
      422,
      at('publish_at'),
    ],
    [
      'a time without zone',
      guide({ title: 'A', state: 'scheduled', publish_at: '2100-01-01T00:00' }),
      422,
      at('publish_at'),
    ],
    [
      'a day that is none',
      guide({ title: 'A', state: 'scheduled', publish_at: '2100-13-01T00:00:00Z' }),
      422,
      at('publish_at'),
    ],
    ...[
      '2030-02-31T09:00:00Z',
      '2030-04-31T09:00:00+02:00',
      '2100-02-29T09:00:00Z',
      '2030-01-31T24:00:00Z',
      '2030-01-31T09:00:00+25:00',
      '9999-12-31T23:59:59-23:59',
      '0000-01-01T00:00:00+23:59',
    ].map(
      (publish_at) =>
        [
          `the time ${publish_at}`,
          guide({ title: 'A', state: 'scheduled', publish_at }),
          422,
          at('publish_at'),
        ] as const,
    ),
    ['a time for a draft', guide({ title: 'A', publish_at: LATER }), 422, at('publish_at')],
    ['an unknown attribute', guide({ title: 'A', position: 1 }), 422, at('position')],
    ['an unknown attribute with a slash', guide({ title: 'A', 'a/b~': 1 }), 422, at('a~1b~0')],
    [
      'a prototype',
      guide(JSON.parse('{"title":"A","__proto__":{"state":"published"}}')),
      422,
      at('__proto__'),
    ],
    ['a constructor', guide({ title: 'A', constructor: {} }), 422, at('constructor')],
    [
      'an unknown relationship',
      guide({ title: 'A' }, { relationships: { author: {} } }),
      422,
      '/data/relationships/author',
    ],
    [
      'linkage that is null',
      guide({ title: 'A' }, { relationships: { tags: { data: null } } }),
      422,
      '/data/relationships/tags/data',
    ],
    [
      'linkage of another type',
      guide({ title: 'A' }, linked('21', 'guide')),
      422,
      '/data/relationships/tags/data/0/type',
    ],
    ['linkage that is no ID', guide({ title: 'A' }, linked('-1')), 422, '/data/relationships/tags/data/0/id'],
    [
      'a tag that does not exist',
      guide({ title: 'A' }, linked('9007199254740991')),
      404,
      '/data/relationships/tags',
    ],
    ['an ID beyond any', guide({ title: 'A' }, linked('9999999999999999')), 404, '/data/relationships/tags'],
    ['a tag of another tenant', guide({ title: 'A' }, linked('52')), 404, '/data/relationships/tags'],
    [
      'a category of another tenant',
      guide({ title: 'A' }, { relationships: { categories: links('knowledge_base_category', 51) } }),
      404,
      '/data/relationships/categories',
    ],
    [
      '101 tags',
      guide({ title: 'A' }, { relationships: { tags: links('tag', ...Array(101).fill(21)) } }),
      422,
      '/data/relationships/tags/data',
    ],
    ['an ID of one’s own', guide({ title: 'A' }, { id: '99' }), 403, '/data/id'],
    ['another type', { type: 'tag', attributes: { title: 'A' } }, 409, '/data/type'],
    ['no type', { attributes: { title: 'A' } }, 400, '/data'],
    ['an unknown member', guide({ title: 'A' }, { state: 'published' }), 400, '/data/state'],
    ['a list', [guide({ title: 'A' })], 400, '/data'],
    ['null', null, 400, '/data'],
  ])('%s', async (_, data, status, pointer) => {
    const before = await service.database.one('select count(*) from guides');
    const answer = await write('post', '/guides', data);
    expect([answer.status, answer.body.errors?.[0].source, answer.body.data]).toEqual([
      status,
      { pointer },
      undefined,
    ]);
    expect(answer.body.errors[0].detail).toMatch(/^[A-Z“"].*\.$/);
    expect(await service.database.one('select count(*) from guides')).toEqual(before);
  });

  it.each(['9007199254740993', '9999999999999999'])('the category %s, named as it was sent', async (id) => {
    const categories = { data: [{ type: 'knowledge_base_category', id }] };
    const answer = await write('post', '/guides', guide({ title }, { relationships: { categories } }));
    expect([answer.status, answer.body.errors]).toMatchObject([
      404,
      [{ detail: `There is no category ${id}.`, source: { pointer: '/data/relationships/categories' } }],
    ]);
  });

  it.each([
    ['no body', '', TYPE, 400],
    ['broken JSON', '{"data":', TYPE, 400],
    ['JSON that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), TYPE, 400],
    ['a text', '"text"', TYPE, 400],
    ['an empty document', '{}', TYPE, 400],
    ['100,000 brackets', '['.repeat(100_000), TYPE, 400],
    ['text/plain', '{}', 'text/plain', 415],
    ['an extension', '{}', `${TYPE}; ext="https://jsonapi.org/ext/atomic"`, 415],
    ['another charset', '{}', 'application/json; charset=latin1', 415],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['more than 10 MB', big, TYPE, 413],
  ])('%s', async (_, body, type, status) => {
    const asItIs = (sent: string) => sent;
    const answer = await send('post', '/guides').set('Content-Type', type).serialize(asItIs).send(body);
    expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)]);
  });

  it.each([
    TYPE,
    `${TYPE}; profile="https://example.com/p"`,
    'application/json',
    'application/json; charset=UTF-8',
  ])('but %s is accepted', async (type) => {
    const body = JSON.stringify({ data: guide({ title }), jsonapi: { version: '1.1' } });
    const answer = await send('post', '/guides').set('Content-Type', type).send(body);
    expect([answer.status, answer.headers['content-type']]).toEqual([201, TYPE]);
  });

  it.each([
    ['no ID', { id: undefined }, 400, '/data'],
    ['another ID', { id: '32' }, 409, '/data/id'],
    ['a number as ID', { id: 31 }, 400, '/data/id'],
    ['another type', { type: 'tag' }, 409, '/data/type'],
    ['an empty title', { attributes: { title: '' } }, 422, at('title')],
    ['a slug that cannot be stored', { attributes: { slug: 'a\0' } }, 422, at('slug')],
    ['a slug that is taken', { attributes: { slug: 'apples' } }, 409, at('slug')],
    ['a time that is null', { attributes: { state: 'scheduled', publish_at: null } }, 422, at('publish_at')],
  ])('a PATCH with %s', async (_, more, status, pointer) => {
    const before = (await read('/guides/31')).text;
    const answer = await write('patch', '/guides/31', { type: 'guide', id: '31', attributes: {}, ...more });
    expect([answer.status, answer.body.errors?.[0].source]).toEqual([status, { pointer }]);
    expect((await read('/guides/31')).text).toBe(before);
    expect((await send('get', '/guides/31')).body.meta.has_draft).toBe(false);
  });

  it.each(['0', 'x', '99', '53', '9007199254740993', '31.0'])(
    'a guide %s that does not exist',
    async (id) => {
      const data = { ...guide({ title: 'A' }), id };
      const known = /^[1-9]\d*$/.test(id);
      expect((await write('patch', `/guides/${id}`, data)).status).toBe(known ? 404 : 400);
      expect((await send('delete', `/guides/${id}`)).status).toBe(404);
    },
  );

  it.each(['guides', 'child_categories', 'knowledge_base.tags'])(
    'inclusions without bounds, before anything is changed: %s',
    async (include) => {
      const type = 'knowledge_base_category';
      const before = await service.database.one('select count(*) from categories');
      const attributes = { name: title };
      const made = await write('post', `/categories?include=${include}`, { type, attributes });
      const changed = await write('patch', `/categories/11?include=${include}`, {
        type,
        id: '11',
        attributes,
      });
      for (const { status, body } of [made, changed])
        expect([status, body.errors[0].source]).toEqual([400, { parameter: 'include' }]);
      expect(await service.database.one('select count(*) from categories')).toEqual(before);
      expect((await read('/categories/11')).body.data.attributes.name).toBe('Start');
    },
  );

  it('never by a large answer, after the change', async () => {
    const withLargeBodySlot = () => Promise.reject(new AppError('unavailable', 'No slot is free.'));
    const context = { ...service.context, withLargeBodySlot };
    const answer = await supertest(createRequestListener(createApp(context), context))
      .post(`/jsonapi/knowledge/v1/${HOST}/guides?include=categories,tags,knowledge_base`)
      .set({ Authorization: `Bearer ${key}`, Accept: TYPE, 'Content-Type': TYPE })
      .send(JSON.stringify({ data: guide({ title, content_html: 'x'.repeat(1_500_000) }) }));
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    expect(answer.body.data.attributes.content_html).toHaveLength(1_500_000);
  });

  it.each([
    'include=nothing',
    'include=categories.guides',
    'include=knowledge_base.guides',
    'page[size]=2',
    'filter[state]=all',
  ])('parameters, before anything is changed: %s', async (query) => {
    const before = await service.database.one('select count(*) from guides');
    expect((await write('post', `/guides?${query}`, guide({ title }))).status).toBe(400);
    expect((await write('patch', `/guides/31?${query}`, { ...guide({ title }), id: '31' })).status).toBe(400);
    expect(await service.database.one('select count(*) from guides')).toEqual(before);
    expect((await read('/guides/31')).body.data.attributes.title).toBe('Install it');
  });
});

describe('who may write', () => {
  const BODIES = {
    post: guide({ title: 'A' }),
    patch: { ...guide({ title: 'A' }), id: '31' },
    delete: undefined,
  };
  const CHANGES = [
    ['post', '/guides'],
    ['patch', '/guides/31'],
    ['delete', '/guides/31'],
    ['post', '/guides/31/images'],
    ['post', '/guides/31/files'],
    ['post', '/categories'],
    ['patch', '/categories/11'],
    ['delete', '/categories/11'],
    ['post', '/tags'],
    ['patch', '/tags/21'],
    ['delete', '/tags/21'],
  ] as const;

  describe.each(CHANGES)('%s %s', (method, path) => {
    it.each([
      ['no key', () => ({ as: '' }), 401, 'unauthorized'],
      ['an unknown key', () => ({ as: 'gpk_unknown' }), 401, 'unauthorized'],
      ['a key of another tenant', () => ({ as: foreignKey }), 401, 'unauthorized'],
      ['a key that may read', () => ({ as: readKey }), 403, 'forbidden'],
      ['a host that is unknown', () => ({ host: 'nowhere.example' }), 404, 'not_found'],
      ['a host that is disabled', () => ({ host: 'closed.example.com' }), 403, 'access_disabled'],
      ['the other mount', () => ({ mount: '' }), 405, 'method_not_allowed'],
    ])('is refused with %s', async (which, options, status, code) => {
      const answer = await send(method, path, options())
        .set({ 'Content-Type': TYPE, Cookie: '__Host-guidepost-kb=x; guidepost-kb=x' })
        .send(JSON.stringify({ data: BODIES[method] }));
      const expected = which === 'the other mount' && /\/(?:images|files)$/.test(path) ? 404 : status;
      expect([answer.status, answer.body.errors[0].code]).toEqual([
        expected,
        expected === 404 ? 'not_found' : code,
      ]);
      expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    });
  });

  it('the key is named in the audit and in the history', async () => {
    const id = await create({ title, state: 'published' });
    const entries = await service.database.any(
      'select action, done_by, door from audit_entries where guide_id = $1 order by id',
      [id],
    );
    expect(entries).toEqual(
      ['guide create', 'guide publish'].map((action) => ({ action, done_by: 'Robot', door: 'api' })),
    );
    const [version] = await service.database.any(
      'select published_by, door from guide_versions where guide_id = $1',
      [id],
    );
    expect(version).toEqual({ published_by: 'Robot', door: 'api' });
  });

  it.each([
    ['/jsonapi', '/guides', 'GET, HEAD, POST, OPTIONS'],
    ['/jsonapi', '/guides/31', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/jsonapi', '/guides/31/images', 'POST, OPTIONS'],
    ['/jsonapi', '/guides/31/files', 'POST, OPTIONS'],
    ['/jsonapi', '/categories/11', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/jsonapi', '/tags', 'GET, HEAD, POST, OPTIONS'],
    ['', '/guides', 'GET, HEAD, OPTIONS'],
    ['', '/guides/31', 'GET, HEAD, OPTIONS'],
    ['', '/tags/21', 'GET, HEAD, OPTIONS'],
  ])('%s…%s allows %s', async (mount, path, allow) => {
    const refused = await send('put', path, { mount });
    expect([refused.status, refused.headers.allow]).toEqual([405, allow]);
    const preflight = await service.request.options(`${mount}/knowledge/v1/${HOST}${path}`);
    expect(preflight.headers.allow).toBe(allow);
    expect(preflight.headers['access-control-allow-methods']).toBe(allow.replace(/PATCH, DELETE, /, ''));
    expect(preflight.headers['access-control-allow-headers']).not.toContain('If-Match');
  });
});

describe('If-Match', () => {
  const FIRST = { title: 'A' };
  const ADDRESSES: [string, (tag: string) => object, () => Promise<string>][] = [
    ['guides', (id) => ({ ...guide({ title: `${title} again` }), id }), () => create({ title })],
    [
      'categories',
      (id) => ({ type: 'knowledge_base_category', id, attributes: { name: `${title} again` } }),
      async () =>
        (await write('post', '/categories', { type: 'knowledge_base_category', attributes: { name: title } }))
          .body.data.id,
    ],
    [
      'tags',
      (id) => ({ type: 'tag', id, attributes: { name: `${title} again` } }),
      async () => (await write('post', '/tags', { type: 'tag', attributes: { name: title } })).body.data.id,
    ],
  ];

  describe.each(ADDRESSES)('of %s', (collection, changed, make) => {
    const tagOf = async (id: string, query = '') =>
      String((await send('get', `/${collection}/${id}${query}`)).headers.etag);
    const patch = (id: string, tag: string) =>
      write('patch', `/${collection}/${id}`, changed(id)).set('If-Match', tag);

    it.each([
      ['the tag', (tag: string) => tag],
      ['its weak form, which proxies make', (tag: string) => `W/${tag}`],
      ['a list', (tag: string) => `"other", ${tag}`],
      ['any', () => '*'],
    ])('with %s a change is made', async (_, header) => {
      const id = await make();
      const answer = await patch(id, header(await tagOf(id)));
      expect([answer.status, answer.headers.etag]).toEqual([200, await tagOf(id)]);
    });

    it.each([
      ['an older tag', (tag: string) => tag],
      ['another tag', () => '"1.x"'],
      ['no tag', () => ''],
      ['nonsense', () => 'W/"'],
    ])('with %s it is refused, and so is the deletion', async (_, header) => {
      const id = await make();
      const old = await tagOf(id);
      await write('patch', `/${collection}/${id}`, {
        ...changed(id),
        attributes: { [collection === 'guides' ? 'title' : 'name']: `${title} meanwhile` },
      });
      for (const answer of [
        await patch(id, header(old)),
        await send('delete', `/${collection}/${id}`).set('If-Match', header(old)),
      ]) {
        expect([answer.status, answer.body.errors?.[0].code]).toEqual([412, 'precondition_failed']);
      }
      const now = await send('delete', `/${collection}/${id}`).set('If-Match', await tagOf(id));
      expect([now.status, now.text, now.headers['content-type']]).toEqual([204, '', undefined]);
    });

    it('fits whatever part of the resource was read', async () => {
      const id = await make();
      const type = { guides: 'guide', categories: 'knowledge_base_category', tags: 'tag' }[collection];
      expect((await patch(id, await tagOf(id, `?fields[${type}]=slug&include=knowledge_base`))).status).toBe(
        200,
      );
    });
  });

  it('of ten changes from the same revision one is made', async () => {
    const id = await create({ title, state: 'published' });
    const tag = String((await send('get', `/guides/${id}`)).headers.etag);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { status } = await change(id, { title: `${FIRST.title} ${index}` }).set('If-Match', tag);
        return status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  it('ten changes without it are all made', async () => {
    const id = await create({ title, state: 'published' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(id, { title: `B ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('of five guides with the same slug one is created', async () => {
    const wanted = guide({ title, slug: `once-${count}` });
    const answers = await Promise.all(Array.from({ length: 5 }, () => write('post', '/guides', wanted)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it('changes that wait for an import leave connections to readers and permits to other knowledge bases', async () => {
    const { database } = service;
    const id = await create({ title, state: 'published' });
    let done = 0;
    const changes: Promise<number>[] = [];
    await database.tx(async (transaction) => {
      await transaction.one('select id from knowledge_bases where host = $1 for update', [HOST]);
      const elsewhere = () =>
        send('post', '/tags', { as: foreignKey, host: OTHER })
          .set('Content-Type', TYPE)
          .send(JSON.stringify({ data: { type: 'tag', attributes: { name: title } } }));
      for (let index = 0; index < 40; index += 1) {
        const changed = served(() => change(id, { title: `${title} ${index}` }));
        changes.push(
          changed.then(({ status }) => {
            done += 1;
            return status;
          }),
        );
      }
      await until('changes wait', async () => {
        const waiting =
          "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await database.one(waiting)).count >= 2;
      });
      expect((await elsewhere()).status).toBe(201);
      expect((await service.get(`/knowledge/v1/${HOST}/guides/${id}`)).status).toBe(200);
      expect(done).toBe(0);
    });
    expect(new Set(await Promise.all(changes))).toEqual(new Set([200]));
  });

  it.each(['id', 'slug', 'list'])('a text never has the revision of a newer one, read by %s', async (by) => {
    const id = Number(await create({ title, content_html: '<p>1</p>', state: 'published' }));
    const { database } = service;
    const knowledgeBase = await service.context.knowledgeBases.find(HOST);
    const slug = `guide-${count}`;
    const parameters = { text: () => undefined } as unknown as Call['parameters'];
    const query = parseQuery('');
    const call = { knowledgeBase, writer: await maja(), parameters, query } as unknown as Call;
    const request = { mostBytes: 1_000_000, linked: [] };
    const list = {
      page: { number: 1, size: 1000, offset: 0 },
      sort: [],
      withContent: true,
      contentKnown: false,
    };
    const before = await database.one('select edit_revision from guides where id = $1', [id]);
    const changing = changeAfterFirst(database, () => change(id, { content_html: '<p>2</p>' }));
    const reader = { database: changing, contentFor: () => database, search: service.context.guideSearch };
    const row =
      by === 'list'
        ? (await listRequestedGuides(reader, call, { ...request, ...list })).rows.find((one) => one.id === id)
        : await findRequestedGuide(reader, call, { ...request, name: by === 'id' ? { id } : { slug } });
    expect(row).toMatchObject({ content_html: '<p>1</p>', revision: before.edit_revision });
  });

  it('an unchanged guide is a 304', async () => {
    const { headers } = await send('get', '/guides/31');
    expect((await send('get', '/guides/31').set('If-None-Match', String(headers.etag))).status).toBe(304);
  });
});

describe('categories', () => {
  const type = 'knowledge_base_category';
  const make = async (attributes: object, more: object = {}) => {
    const answer = await write('post', '/categories', { type, attributes, ...more });
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.data;
  };
  const patch = (id: string, attributes: object, more: object = {}) =>
    write('patch', `/categories/${id}`, { type, id, attributes, ...more });
  const under = (id: string | null) => ({ relationships: { parent: { data: id && { type, id } } } });

  it('are created, changed, moved and deleted', async () => {
    const top = await make({ name: title, multiple_guides_name: 'Many' });
    expect(top.attributes).toMatchObject({
      slug: `guide-${count}`,
      multiple_guides_name: 'Many',
      parent_category_id: null,
    });
    const first = await make({ name: `${title} first` }, under(top.id));
    const second = await make({ name: `${title} second`, position: 1, parent_category_id: Number(top.id) });
    expect(second.attributes).toMatchObject({ position: 1, parent_category_id: Number(top.id) });
    expect((await send('get', `/categories/${first.id}`)).body.data.attributes.position).toBe(2);
    expect((await read(`/categories/${first.id}`)).status).toBe(404);
    const moved = await patch(first.id, { position: 1, name: 'Renamed' });
    expect(moved.body.data.attributes).toMatchObject({ position: 1, name: 'Renamed' });
    expect((await patch(first.id, {}, under(null))).body.data.attributes.parent_category_id).toBe(null);
    const { data } = (await send('get', `/categories/${second.id}`)).body;
    expect((await write('patch', `/categories/${second.id}`, data)).body.data).toEqual(data);
    const below = await send('delete', `/categories/${top.id}`);
    expect([below.status, below.body.errors[0].code]).toEqual([409, 'conflict']);
    for (const { id } of [first, second, top])
      expect((await send('delete', `/categories/${id}`)).status).toBe(204);
    expect((await send('get', `/categories/${top.id}`)).status).toBe(404);
  });

  it('have a description and an icon on pages, which documents leave out', async () => {
    const { id, attributes } = await make({ name: title, description: 'Before  the trip', icon: 'globe' });
    const shown = () =>
      service.database.one('select description, icon from categories where id = $1', [Number(id)]);
    expect(Object.keys(attributes)).not.toContain('icon');
    expect(await shown()).toEqual({ description: 'Before the trip', icon: 'globe' });
    expect((await patch(id, { icon: '' })).status).toBe(200);
    expect(await shown()).toEqual({ description: 'Before the trip', icon: '' });
    const refused = await patch(id, { icon: 'no-such-icon' });
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/icon']);
    const long = await patch(id, { description: 'x'.repeat(1_001) });
    expect([long.status, long.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/description']);
  });

  it.each([1, 2])('go to a place %d under another parent, whatever place they had', async (position) => {
    const top = await make({ name: title });
    const names = ['A', 'B', 'C'].map((letter) => `${title} ${letter}`);
    for (const name of names) await make({ name }, under(top.id));
    const other = await make({ name: `${title} other` });
    const first = await make({ name: `${title} D` }, under(other.id));
    expect(first.attributes.position).toBe(1);
    const moved = await patch(first.id, { position }, under(top.id));
    expect(moved.body.data.attributes).toMatchObject({ position, parent_category_id: Number(top.id) });
  });

  it('with guides are deleted when it is said where these go', async () => {
    const [from, to] = [await make({ name: `${title} from` }), await make({ name: `${title} to` })];
    const id = await create(
      { title, state: 'published' },
      { relationships: { categories: links(type, Number(from.id)) } },
    );
    expect((await send('delete', `/categories/${from.id}`)).status).toBe(409);
    expect((await send('delete', `/categories/${from.id}?guides_to=${from.id}`)).status).toBe(422);
    expect((await send('delete', `/categories/${from.id}?guides_to=99999`)).status).toBe(404);
    expect((await send('delete', `/categories/${from.id}?guides_to=x`)).status).toBe(400);
    expect((await send('delete', `/categories/${from.id}?guides_to=${to.id}`)).status).toBe(204);
    expect((await read(`/guides/${id}?include=categories`)).body.data.relationships.categories).toEqual(
      links(type, Number(to.id)),
    );
    expect((await send('delete', `/categories/${to.id}?guides_to=none`)).status).toBe(204);
  });

  it.each([
    ['itself', '12', under('12'), 422, '/data/relationships/parent'],
    ['below itself', '12', under('13'), 422, '/data/relationships/parent'],
    [
      'below itself, by attribute',
      '12',
      { attributes: { parent_category_id: 13 } },
      422,
      '/data/attributes/parent_category_id',
    ],
    ['a category of another tenant', '12', under('51'), 404, '/data/relationships/parent'],
    ['nothing', '12', under('999'), 404, '/data/relationships/parent'],
    [
      'a fraction',
      '12',
      { attributes: { parent_category_id: 1.5 } },
      422,
      '/data/attributes/parent_category_id',
    ],
    [
      'a number beyond any',
      '12',
      { attributes: { parent_category_id: 1e300 } },
      404,
      '/data/attributes/parent_category_id',
    ],
    [
      'two parents',
      '13',
      { ...under('11'), attributes: { parent_category_id: 12 } },
      422,
      '/data/relationships/parent',
    ],
    ['a list', '12', { relationships: { parent: { data: [] } } }, 422, '/data/relationships/parent/data'],
    ['a place before the first', '12', { attributes: { position: 0 } }, 422, '/data/attributes/position'],
    ['a place beyond any', '12', { attributes: { position: 1e12 } }, 422, '/data/attributes/position'],
    ['an empty name', '12', { attributes: { name: ' ' } }, 422, '/data/attributes/name'],
    ['an invisible name', '12', { attributes: { name: '\u2800' } }, 422, '/data/attributes/name'],
    ['half a character', '12', { attributes: { name: '\ud800' } }, 422, '/data/attributes/name'],
    ['a slug that is taken', '12', { attributes: { slug: 'start' } }, 409, '/data/attributes/slug'],
    ['its guides', '12', { relationships: { guides: { data: [] } } }, 422, '/data/relationships/guides/data'],
  ])('do not go to %s', async (_, id, data, status, pointer) => {
    const before = (await send('get', '/categories')).text;
    const answer = await write('patch', `/categories/${id}`, { type, id, ...data });
    expect([answer.status, answer.body.errors?.[0].source]).toEqual([status, { pointer }]);
    expect((await send('get', '/categories')).text).toBe(before);
  });
});

describe('tags', () => {
  it('are created, listed, changed and deleted', async () => {
    const made = await write('post', '/tags', { type: 'tag', attributes: { name: title } });
    const { id } = made.body.data;
    const unstored = await write('post', '/tags', { type: 'tag', attributes: { name: '\udfff' } });
    expect([unstored.status, unstored.body.errors[0].source]).toEqual([
      422,
      { pointer: '/data/attributes/name' },
    ]);
    expect([made.status, made.headers.location]).toEqual([201, `/jsonapi/knowledge/v1/${HOST}/tags/${id}`]);
    expect((await send('get', '/tags')).body.data).toContainEqual(made.body.data);
    expect((await read(`/tags/${id}`)).status).toBe(404);
    const changed = await write('patch', `/tags/${id}`, {
      type: 'tag',
      id,
      attributes: { slug: `t-${count}` },
    });
    expect(changed.body.data.attributes).toEqual({ name: title, slug: `t-${count}` });
    const taken = await write('post', '/tags', {
      type: 'tag',
      attributes: { name: 'B', slug: `t-${count}` },
    });
    expect([taken.status, taken.body.errors[0].source]).toEqual([409, { pointer: '/data/attributes/slug' }]);
    expect((await send('delete', `/tags/${id}`)).status).toBe(204);
    expect((await send('delete', `/tags/${id}`)).status).toBe(404);
  });
});

describe('files', () => {
  const PDF = Buffer.from('%PDF-1.7 manual');
  const upload = (id: string, field = 'file') =>
    send('post', `/guides/${id}/files`).attach(field, PDF, 'Manual.pdf');

  it('are uploaded, linked absolute, and stored as the service’s own', async () => {
    const id = await create({ title, state: 'published' });
    const { status, headers, body } = await upload(id);
    const { href, html } = body.data.attributes;
    expect([status, headers.location]).toEqual([201, href]);
    expect(body.data).toEqual({
      type: 'file',
      id: expect.stringMatching(/^[\w-]{22}$/),
      attributes: {
        href: expect.stringMatching(/\/files\/[\w-]{22}\/Manual\.pdf$/),
        name: 'Manual.pdf',
        media_type: 'application/pdf',
        size: PDF.length,
        html: expect.stringMatching(/^<a class="file" href="[^"]+">Manual\.pdf \(PDF, 15\sbytes\)<\/a>$/),
      },
    });
    await change(id, { content_html: `<p>${html}</p>` });
    const shown = await send('get', `/guides/${id}`);
    expect(shown.body.data.attributes.content_html).toBe(`<p>${html}</p>`);
  });

  it.each([
    ['no file', () => send('post', '/guides/31/files').field('file', 'text'), 400],
    ['another field', () => upload('31', 'image'), 400],
    ['JSON', () => write('post', '/guides/31/files', {}), 415],
    ['a web page', () => send('post', '/guides/31/files').attach('file', Buffer.from('<p>'), 'a.pdf'), 422],
    [
      'more than 20 MB',
      () => send('post', '/guides/31/files').attach('file', Buffer.alloc(21_000_000), 'a.pdf'),
      413,
    ],
    ['a guide of another tenant', () => upload('53'), 404],
    ['no guide', () => upload('x'), 404],
  ])('are refused: %s', async (_, ask, status) => {
    const answer = await ask();
    expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)]);
  });
});

describe('images', () => {
  const IMAGE = new URL('../../../demo/hjalp.example.com/bilder/norrhjul.png', import.meta.url).pathname;
  const upload = (id: string, field = 'image') => send('post', `/guides/${id}/images`).attach(field, IMAGE);

  it('are uploaded, shown absolute, and stored as the service’s own', async () => {
    const id = await create({ title, state: 'published' });
    const answer = await upload(id);
    expect([answer.status, answer.headers.location]).toEqual([201, answer.body.data.attributes.src]);
    const { src, width, height } = answer.body.data.attributes;
    expect(src).toMatch(/^https:\/\/files\.example\.com\/files\/[\w-]{22}\.png$/);
    expect([width, height]).toEqual([expect.any(Number), expect.any(Number)]);
    const content_html = `<p><img alt="a" src="${src}"></p>`;
    const { body } = await change(id, { content_html });
    expect(body.data.attributes.content_html).toContain(`<img src="${src}"`);
    const { content_html: stored } = await service.database.one(
      'select content_html from guides where id = $1',
      [id],
    );
    expect(stored).toContain(`<img src="${new URL(src).pathname}"`);
    expect((await service.request.get(new URL(src).pathname)).status).toBe(200);
    const markdown = await change(id, { content_markdown: `![a](${src})` });
    expect(markdown.body.data.attributes.content_html).toContain(`<img src="${src}"`);
    await change(id, { content_html: '' });
    expect((await service.request.get(new URL(src).pathname)).status).toBe(404);
  });

  describe('S5 multipart that is broken', () => {
    const part = (head: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\nx\r\n`;

    it.each([
      ['nothing', '', 'b', 400],
      ['no boundary', part('name="image"'), '', 400],
      ['the wrong last boundary', `${part('name="image"; filename="a"')}--c--`, 'b', 400],
      ['an empty name', `${part('name=""; filename="a"')}--b--`, 'b', 400],
      ['10,000 parts', `${part('name="image"').repeat(10_000)}--b--`, 'b', 400],
      ['a long name', `${part(`name="${'a'.repeat(100_000)}"; filename="a"`)}--b--`, 'b', 400],
      ['two files', `${part('name="image"; filename="a"').repeat(2)}--b--`, 'b', 422],
      ['a name with a line', `${part('name="image"; filename="a\u0000%0d%0a"')}--b--`, 'b', 422],
    ])('is refused: %s', async (_, body, boundary, status) => {
      const answer = await send('post', '/guides/31/images')
        .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
        .send(body);
      expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)]);
    });
  });

  it.each([
    ['no image', () => send('post', '/guides/31/images').field('image', 'text'), 400],
    ['another field', () => upload('31', 'picture'), 400],
    ['JSON', () => write('post', '/guides/31/images', {}), 415],
    [
      'no picture',
      () => send('post', '/guides/31/images').attach('image', Buffer.from('<svg/>'), 'a.png'),
      422,
    ],
    [
      'more than 10 MB',
      () => send('post', '/guides/31/images').attach('image', Buffer.alloc(11_000_000), 'a.png'),
      413,
    ],
    ['a guide of another tenant', () => upload('53'), 404],
    ['no guide', () => upload('x'), 404],
  ])('are refused: %s', async (_, ask, status) => {
    const answer = await ask();
    expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)]);
  });
});
