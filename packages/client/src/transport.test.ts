import { describe, expect, it } from '@jest/globals';
import { createForumClient, createKnowledgeBaseClient, createMemoryStore, GuidepostError } from './index.ts';

const GUIDE = {
  type: 'guide',
  id: '31',
  attributes: { title: 'Install', slug: 'install' },
  relationships: {
    categories: { data: [{ type: 'knowledge_base_category', id: '11' }] },
    tags: { links: {} },
  },
  links: { self: '/31' },
};

const CATEGORY = {
  type: 'knowledge_base_category',
  id: '11',
  attributes: { name: 'Start' },
  relationships: {
    guides: { data: [{ type: 'guide', id: '31' }] },
    knowledge_base: { data: null },
    child_categories: { links: {} },
  },
  links: { self: '/11' },
};

type Sent = [status: number, body?: unknown, headers?: Record<string, string>];

const JSON_API = { 'Content-Type': 'application/vnd.api+json' };

/** `fetch` that gives these answers in turn, and keeps what was asked. */
function answering(...answers: Sent[]) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    const [status, body, headers] = answers[asked.length - 1] ?? [500];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(status === 304 ? null : text, { status, headers: headers ?? JSON_API });
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const list = (data: object[], next?: string) => ({ data, links: { next }, meta: { total: 3 } });

const clientOf = (fetch: typeof globalThis.fetch, options = {}) =>
  createKnowledgeBaseClient({ url: 'https://help.example.com/', fetch, ...options });

const forumOf = (fetch: typeof globalThis.fetch, options = {}) =>
  createForumClient({ url: 'https://forum.example.com', forum: 'demo', fetch, ...options });

const failureOf = async (request: Promise<unknown>): Promise<GuidepostError> => {
  const error = await request.catch((failed: GuidepostError) => failed);
  expect(error).toBeInstanceOf(GuidepostError);
  return error as GuidepostError;
};

describe('a list of guides', () => {
  it('is read page by page, by the links of the service', async () => {
    const { asked, fetch } = answering(
      [200, list([GUIDE], '/jsonapi/knowledge/v1/help.example.com/guides?q=x&page[number]=2&page[size]=1')],
      [200, list([{ ...GUIDE, id: '32' }])],
    );
    const options = {
      q: 'é?',
      sort: ['title', '-id'] as const,
      pageSize: 9,
      language: 'de',
      fields: ['title'] as const,
    };
    const ids: string[] = [];
    for await (const { id } of clientOf(fetch, { language: 'en' }).guides({ ...options, include: ['tags'] }))
      ids.push(id);
    expect(ids).toEqual(['31', '32']);
    const queries = asked.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
    const query = {
      language: 'de',
      include: 'tags',
      'fields[guide]': 'title,tags',
      sort: 'title,-id',
      q: 'é?',
    };
    expect(queries).toEqual([
      { ...query, 'page[size]': '9' },
      { ...query, 'page[number]': '2', 'page[size]': '1' },
    ]);
    expect(new URL(asked[0]?.url ?? '').pathname).toBe('/jsonapi/knowledge/v1/help.example.com/guides');
  });

  it('has related resources in their places, the same ones each time', async () => {
    const { fetch } = answering([200, { ...list([GUIDE]), included: [CATEGORY] }]);
    const { items } = await clientOf(fetch)
      .guides({ include: ['categories.guides'] })
      .first();
    const [guide] = items;
    expect(guide?.categories[0]).toMatchObject({
      name: 'Start',
      knowledge_base: null,
      links: { self: '/11' },
    });
    expect(guide?.categories[0]?.guides[0]).toBe(guide);
    expect(guide).not.toHaveProperty('tags');
    expect(guide).not.toHaveProperty('relationships');
  });
});

describe('a list of dialogs', () => {
  it('goes on after what came, until the total or nothing more comes', async () => {
    const page = (total: string, ...ids: number[]): Sent => [
      200,
      ids.map((id) => ({ id })),
      {
        'Content-Type': 'application/json',
        'X-TotalResults': total,
        ...(ids.length > 1 && { 'X-Partial': 'true' }),
      },
    ];
    const { asked, fetch } = answering(page('9', 1, 2), page('9', 3), page('9'));
    const pages = [];
    for await (const { items, partial } of forumOf(fetch).search('a/b?', { limit: 2 }).pages())
      pages.push([items.length, partial]);
    expect(pages).toEqual([
      [2, true],
      [1, false],
      [0, false],
    ]);
    expect(asked.map(({ url }) => url.slice(25))).toEqual(
      [0, 2, 3].map((start) => `/api/search/demo/a%2Fb%3F.json?limit=2&start=${start}`),
    );
  });
});

describe('an answer that the client has', () => {
  const tagged = (etag: string) => ({ ...JSON_API, ETag: etag });

  it('is not sent again, and is read from the store', async () => {
    const { asked, fetch } = answering(
      [200, { data: GUIDE }, tagged('W/"1"')],
      [304],
      [200, { data: CATEGORY }, tagged('W/"2"')],
    );
    const kb = clientOf(fetch, { key: 'gpk_1' });
    const read = async () => (await kb.guide('install')).type;
    expect([await read(), await read(), await read()]).toEqual(['guide', 'guide', CATEGORY.type]);
    const sent = asked.map(({ headers }) => [headers.get('if-none-match'), headers.get('authorization')]);
    expect(sent).toEqual([null, 'W/"1"', 'W/"1"'].map((tag) => [tag, 'Bearer gpk_1']));
  });

  it('is not kept without a store', async () => {
    const { asked, fetch } = answering([200, { data: GUIDE }, tagged('"1"')], [200, { data: GUIDE }]);
    const kb = clientOf(fetch, { store: false });
    await kb.guide(31);
    await kb.guide(31);
    expect(asked.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false]);
  });

  it('goes when others need its room', () => {
    const store = createMemoryStore(10);
    const keep = (address: string, length: number) =>
      store.set(address, { etag: address, body: 'x'.repeat(length), headers: {} });
    const kept = () => ['a', 'b', 'c', 'd'].filter((address) => store.get(address)).join('');
    keep('a', 4);
    keep('b', 4);
    store.get('a');
    keep('c', 4);
    expect(kept()).toBe('ac');
    keep('a', 9);
    keep('d', 11);
    expect(kept()).toBe('a');
  });
});

describe('a service that is busy', () => {
  const busy = (seconds: string, status = 503): Sent => [
    status,
    { errors: [] },
    { ...JSON_API, 'Retry-After': seconds },
  ];
  const dialog = { name: 'A', useremail: 'a@example.com', topic: 'Q', title: 'T', text: 'x' };

  it('is asked again, a few times', async () => {
    const { asked, fetch } = answering(busy('0'), busy('0', 429), [200, { data: GUIDE }]);
    expect((await clientOf(fetch).guide('install')).id).toBe('31');
    expect(asked).toHaveLength(3);
    const always = answering(...Array.from({ length: 9 }, () => busy('0')));
    expect((await failureOf(clientOf(always.fetch).guide('install'))).retryAfter).toBe(0);
    expect(always.asked).toHaveLength(6);
  });

  it.each([
    ['wants more patience than there is', busy('61')],
    ['names no time', [503, {}, JSON_API] as Sent],
    ['names a date', busy('Wed, 21 Oct 2026 07:28:00 GMT')],
  ])('is not asked again if it %s', async (_, answer) => {
    const { asked, fetch } = answering(answer);
    expect((await failureOf(clientOf(fetch).guide('install'))).status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  it('gets a post again only if it took none', async () => {
    const created: Sent = [201, 'Created', { Location: 'https://forum.example.com/api/dialog/demo/7.json' }];
    const throttled = answering(busy('0', 429), created);
    expect(await forumOf(throttled.fetch).post(dialog)).toEqual({ uri: created[2]?.Location });
    expect(await throttled.asked[1]?.json()).toEqual(dialog);
    const { asked, fetch } = answering(busy('0'));
    await failureOf(forumOf(fetch).post(dialog));
    expect(asked).toHaveLength(1);
  });

  it('is not waited for once the request is stopped', async () => {
    const stop = new AbortController();
    const { fetch } = answering(busy('60'));
    const reading = clientOf(fetch).guide('install', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('an error', () => {
  const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
  const detailed = { id: 'e1', code: 'internal', detail: 'Failed.', source: { parameter: 'q' } };

  it.each<[string, Sent, object]>([
    [
      'of a knowledge base',
      [500, { errors: [detailed] }],
      { status: 500, code: 'internal', id: 'e1', message: 'Failed.', source: { parameter: 'q' } },
    ],
    ['of a forum', [404, 'Not Found', TEXT], { status: 404, code: 'not_found', message: 'Not Found' }],
    [
      'of a forum with an id',
      [500, 'Internal Server Error (e2)', TEXT],
      { code: 'internal', id: 'e2', message: 'Internal Server Error' },
    ],
    [
      'about fields',
      [400, { title: ['Too long.', 'Too loud.'] }, { 'Content-Type': 'application/json' }],
      {
        code: 'invalid_parameter',
        message: 'title: Too long. Too loud.',
        fields: { title: ['Too long.', 'Too loud.'] },
      },
    ],
    [
      'of a proxy',
      [502, '<h1>Bad gateway</h1>', { 'Content-Type': 'text/html' }],
      { code: 'unexpected_answer' },
    ],
    ['that cannot be read', [400, '{"errors":', JSON_API], { status: 400, code: 'unexpected_answer' }],
    ...[
      [400, null],
      [400, {}],
      [400, []],
      [400, { title: [] }],
      [400, { title: [{}] }],
      [400, { errors: [{ code: 'x' }] }],
      [503, {}],
      [503, []],
      [503, { errors: [] }],
      [503, { errors: ['x'] }],
      [502, { errors: ['x'] }],
    ].map(([status, body]): [string, Sent, object] => [
      `that tells nothing: ${status} ${JSON.stringify(body)}`,
      [status as number, JSON.stringify(body), JSON_API],
      { status, code: 'unexpected_answer' },
    ]),
    [
      'a page instead of an answer',
      [200, '<p>Sign in', { 'Content-Type': 'text/html' }],
      { code: 'unexpected_answer' },
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await failureOf(clientOf(answering(answer).fetch).guide('install'))).toMatchObject(expected);
  });

  it.each(['', '.', '..'])('is a name that leads elsewhere: "%s"', async (slug) => {
    const { asked, fetch } = answering();
    expect((await failureOf(clientOf(fetch).guide(slug))).code).toBe('not_found');
    expect(asked).toEqual([]);
  });
});

describe('a vote', () => {
  it('may be in the name of a visitor', async () => {
    const { asked, fetch } = answering([
      200,
      { data: GUIDE, meta: { upvotes: 2, downvotes: 0, vote: 'up' } },
    ]);
    const visitor = { address: '198.51.100.7', userAgent: 'Reader' };
    expect(await clientOf(fetch).vote('install', 'up', { visitor })).toEqual({
      upvotes: 2,
      downvotes: 0,
      vote: 'up',
    });
    const [request] = asked;
    expect([
      request?.method,
      request?.headers.get('x-forwarded-for'),
      request?.headers.get('user-agent'),
    ]).toEqual(['POST', '198.51.100.7', 'Reader']);
  });
});
