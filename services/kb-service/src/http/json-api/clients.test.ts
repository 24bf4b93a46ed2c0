import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Devour, { type Attribute } from 'devour-client';
import { Jsona } from 'jsona';
import serializer from 'jsonapi-serializer';
import Kitsu from 'kitsu';
import { deserialise } from 'kitsu-core';
import type { TestContent } from '../../testing/content.ts';
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

async function fetchDocument(base: string) {
  const headers = { Accept: 'application/vnd.api+json' };
  return (await fetch(`${base}/guides?include=${INCLUDE}`, { headers })).json();
}

function createDevour(apiUrl: string): Devour {
  const many = (type: string): Attribute => ({ jsonApi: 'hasMany', type });
  const knowledge_base: Attribute = { jsonApi: 'hasOne', type: 'knowledge_base' };
  const guides = many('guide');
  const tags = many('tag');
  const categories = many('knowledge_base_category');
  const devour = new Devour({ apiUrl });
  devour.define('knowledge_base', { name: '', host: '', organization_name: '', categories, guides, tags });
  devour.define('tag', { name: '', slug: '', knowledge_base, guides });
  devour.define('guide', { title: '', slug: '', content_html: '', knowledge_base, categories, tags });
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
