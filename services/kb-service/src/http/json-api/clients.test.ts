import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Devour, { type Attribute } from 'devour-client';
import { Jsona } from 'jsona';
import serializer from 'jsonapi-serializer';
import Kitsu from 'kitsu';
import { deserialise } from 'kitsu-core';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { OPERATOR, type TestContent } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const INCLUDE = 'categories.child_categories,tags,knowledge_base';

const LIBRARY: TestContent = {
  host: 'library.example.com',
  name: 'Library',
  categories: [
    { id: 11, slug: 'borrow', name: 'Borrowing' },
    { id: 12, slug: 'renew', name: 'Renewing', parent: 11 },
  ],
  tags: [
    { id: 21, slug: 'card', name: 'Card' },
    { id: 22, slug: 'new', name: 'New' },
  ],
  guides: [
    { id: 31, slug: 'first-loan', title: 'Your first loan', categories: [11], tags: [21, 22] },
    { id: 32, slug: 'longer', title: 'Keep it longer', categories: [12], tags: [22] },
  ],
};

/** A document that clients must parse, with all attributes of included resources. */
const RENEWING = category({ id: '12', slug: 'renew', name: 'Renewing', position: 2, parent: 11 });
const BORROWING = category({ id: '11', slug: 'borrow', name: 'Borrowing', position: 1, parent: null });
const CARD = { id: '21', name: 'Card', slug: 'card' };
const NEW = { id: '22', name: 'New', slug: 'new' };
const LIBRARY_ITSELF = { name: 'Library', host: 'library.example.com', organization_name: 'Example Ltd' };
const GUIDES = [
  {
    id: '31',
    title: 'Your first loan',
    slug: 'first-loan',
    content_html: '<p>first-loan</p>',
    categories: [{ ...BORROWING, child_categories: [RENEWING] }],
    tags: [CARD, NEW],
    knowledge_base: LIBRARY_ITSELF,
  },
  {
    id: '32',
    title: 'Keep it longer',
    slug: 'longer',
    content_html: '<p>longer</p>',
    categories: [{ ...RENEWING, child_categories: [] }],
    tags: [NEW],
    knowledge_base: LIBRARY_ITSELF,
  },
];

/** Sends and parses requests as the README of a client library describes. */
type Client = (base: string) => Promise<unknown>;

const CLIENTS: Record<string, Client> = {
  'kitsu-core': async (base) => deserialise(await fetchDocument(base), { hoistData: true }).data,
  jsona: async (base) => new Jsona().deserialize(await fetchDocument(base)),
  "jsonapi-serializer's Deserializer": async (base) =>
    new serializer.Deserializer({ keyForAttribute: (name) => name }).deserialize(await fetchDocument(base)),
  kitsu: async (base) => {
    const names = { camelCaseTypes: false, pluralize: false, resourceCase: 'none' };
    const kitsu = new Kitsu({ baseURL: base, hoistData: true, ...names });
    return (await kitsu.fetch('guides', { params: { include: INCLUDE } })).data;
  },
  'devour-client': async (base) => {
    const { data } = await createDevour(base).findAll('guide', { include: INCLUDE });
    return data;
  },
};

describe('client libraries', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([LIBRARY]);
  });

  afterAll(() => service.stop());

  it.each(Object.entries(CLIENTS))(
    '%s sees every included attribute on the standard mount',
    async (_, read) => {
      expect(await read(`${service.origin}/jsonapi/knowledge/v1/library.example.com`)).toMatchObject(GUIDES);
    },
  );

  it('need the standard mount: on the other one they lose inclusions', async () => {
    const wrapped = await CLIENTS.jsona?.(`${service.origin}/knowledge/v1/library.example.com`);
    expect(wrapped).toMatchObject(GUIDES.map(({ title }) => ({ title })));
    expect(JSON.stringify(wrapped)).not.toContain('Borrowing');
  });
});

interface Guide {
  [member: string]: unknown;
  id: string;
}

/** A client library that writes guides, as its README describes. */
interface Writer {
  create(guide: Omit<Guide, 'id'>): Promise<Guide>;
  read(id: string): Promise<Guide>;
  change(guide: Guide): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

const NAMES = { camelCaseTypes: false, pluralize: false, resourceCase: 'none', hoistData: true };

const WRITERS: Record<string, (base: string, key: string) => Writer> = {
  'devour-client': (base, key) => {
    const devour = createDevour(base, key);
    return {
      create: async (guide) => (await devour.create('guide', guide)).data,
      read: async (id) => (await devour.find('guide', id, { include: 'categories,tags' })).data,
      change: (guide) => devour.update('guide', guide),
      remove: (id) => devour.destroy('guide', id),
    };
  },
  // Its `create` and `update` take the last part of the URL for the type.
  kitsu: (base, key) => {
    const kitsu = new Kitsu({ baseURL: base, headers: { Authorization: `Bearer ${key}` }, ...NAMES });
    const ask = (method: string, url: string, body?: object) =>
      kitsu.request({ method, url, type: 'guide', ...(body && { body }) });
    return {
      create: async ({ tags, ...guide }) =>
        (await ask('POST', 'guides', { ...guide, tags: { data: tags } })).data,
      read: async (id) =>
        (await kitsu.fetch(`guides/${id}`, { params: { include: 'categories,tags' } })).data,
      change: ({ id, title }) => ask('PATCH', `guides/${id}`, { id, title }),
      remove: (id) => ask('DELETE', `guides/${id}`),
    };
  },
  jsona: (base, key) => {
    const jsona = new Jsona();
    const send = sender(base, key);
    const written = (guide: object) =>
      jsona.serialize({ stuff: { type: 'guide', relationshipNames: ['tags'], ...guide } });
    return {
      create: async (guide) =>
        jsona.deserialize(await send('POST', '/guides', written(guide))) as { id: string },
      read: async (id) =>
        jsona.deserialize(await send('GET', `/guides/${id}?include=categories,tags`)) as { id: string },
      // It takes `links` for an attribute.
      change: ({ links: _, ...guide }) => send('PATCH', `/guides/${guide.id}`, written(guide)),
      remove: (id) => send('DELETE', `/guides/${id}`),
    };
  },
};

describe('client libraries that write', () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService([LIBRARY]);
    for (const table of ['guides', 'categories', 'tags'])
      await service.database.none('alter table $1~ alter id restart with 1000', [table]);
    const issued = { host: LIBRARY.host, name: 'client', scope: 'write' } as const;
    ({ key } = await issueAccessKey(service.database, OPERATOR, issued));
    await service.settled(LIBRARY.host);
  });

  afterAll(() => service.stop());

  it.each(Object.entries(WRITERS))(
    '%s creates, reads, changes and deletes a guide',
    async (name, connect) => {
      const { create, read, change, remove } = connect(
        `${service.origin}/jsonapi/knowledge/v1/${LIBRARY.host}`,
        key,
      );
      const tags = [{ type: 'tag', id: '21' }];
      const { id } = await create({
        title: `By ${name}`,
        content_html: '<p>1</p>',
        state: 'published',
        tags,
      });
      const readBack = await read(id);
      expect(readBack).toMatchObject({ title: `By ${name}`, content_html: '<p>1</p>', state: 'published' });
      expect(JSON.stringify(readBack)).toContain('"Card"');
      await change({ ...readBack, title: 'Changed' });
      const changed = await service.get(`/knowledge/v1/${LIBRARY.host}/guides/${id}?include=tags`);
      expect(changed.body.data).toMatchObject({
        attributes: { title: 'Changed', content_html: '<p>1</p>' },
        relationships: { tags: { data: tags } },
      });
      await remove(id);
      expect((await service.get(`/knowledge/v1/${LIBRARY.host}/guides/${id}`)).status).toBe(404);
    },
  );
});

function sender(base: string, key: string) {
  const type = 'application/vnd.api+json';
  const headers = { Accept: type, 'Content-Type': type, Authorization: `Bearer ${key}` };
  return async (method: string, path: string, document?: object) => {
    const body = document ? { body: JSON.stringify(document) } : {};
    const response = await fetch(base + path, { method, headers, ...body });
    if (!response.ok) throw new Error(await response.text());
    return response.status === 204 ? undefined : response.json();
  };
}

async function fetchDocument(base: string) {
  const headers = { Accept: 'application/vnd.api+json' };
  return (await fetch(`${base}/guides?include=${INCLUDE}`, { headers })).json();
}

function createDevour(apiUrl: string, bearer?: string): Devour {
  const many = (type: string): Attribute => ({ jsonApi: 'hasMany', type });
  const knowledge_base: Attribute = { jsonApi: 'hasOne', type: 'knowledge_base' };
  const guides = many('guide');
  const tags = many('tag');
  const categories = many('knowledge_base_category');
  const devour = new Devour({ apiUrl, ...(bearer && { bearer }) });
  devour.define('knowledge_base', { name: '', host: '', organization_name: '', categories, guides, tags });
  devour.define('tag', { name: '', slug: '', knowledge_base, guides });
  const guide = {
    title: '',
    slug: '',
    content_html: '',
    state: '',
    author: '',
    knowledge_base,
    categories,
    tags,
  } as const;
  devour.define('guide', guide, { type: 'guide' });
  devour.define('knowledge_base_category', {
    name: '',
    slug: '',
    multiple_guides_name: '',
    position: '',
    parent_category_id: '',
    knowledge_base,
    guides,
    child_categories: categories,
  });
  return devour;
}

function category({ id, slug, name, position, parent }: Record<string, string | number | null>) {
  return { id, name, slug, multiple_guides_name: `${name} guides`, position, parent_category_id: parent };
}
