import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

interface Resource {
  type: string;
  relationships: Record<string, object>;
  links: { self: string };
}

interface Document {
  jsonapi: { version: string };
  data?: Resource | Resource[];
  included?: (Resource | { data: Resource })[];
}

const STRICT = '/knowledge/v1';
const STANDARD = '/jsonapi/knowledge/v1';

/** All differences between the mounts. Each is needed; everything else is equal to the byte. */
const DIFFERENCES: [string, (document: Document, fields: URLSearchParams) => Document][] = [
  [
    'inclusions are not wrapped',
    (document) => {
      if (document.included) document.included = document.included.map(unwrapped);
      return document;
    },
  ],
  [
    'the base path',
    (document) => JSON.parse(JSON.stringify(document).replaceAll(`${STRICT}/`, `${STANDARD}/`)),
  ],
  [
    'a relationship has a related link in place of {}',
    forEachResource(({ relationships, links }) => {
      for (const [name, relationship] of Object.entries(relationships)) {
        if (Object.keys(relationship).length === 0)
          relationships[name] = { links: { related: `${links.self}/${name}` } };
      }
    }),
  ],
  [
    'fields also restricts relationships',
    forEachResource(({ type, relationships }, parameters) => {
      const fields = parameters.get(`fields[${type}]`)?.split(',');
      for (const name of Object.keys(relationships))
        if (fields && !fields.includes(name)) delete relationships[name];
    }),
  ],
  ['jsonapi.version', (document) => ({ ...document, jsonapi: { version: '1.1' } })],
];

const HOST = '/help.example.com';

const ADDRESSES = [
  '',
  '?include=guides.categories,tags',
  '/guides',
  '/guides?include=categories.child_categories,tags,knowledge_base',
  '/guides?sort=-title&page[size]=2&page[number]=2&include=tags',
  '/guides?filter[category]=start&fields[guide]=title,tags&include=tags,categories&fields[tag]=',
  '/guides?fields[guide]=title,knowledge_base',
  '/guides/31',
  '/guides/31?fields[guide]=',
  '/guides/slug/install?include=tags.guides',
  '/guides/34?include=tags',
  '/guides/31/knowledge_base?include=tags',
  '/guides/31/categories',
  '/guides/31/tags?include=guides&page[size]=1',
  '/categories',
  '/categories?include=guides,child_categories.knowledge_base',
  '/categories/13',
  '/categories/13/knowledge_base',
  '/categories/13/guides?fields[guide]=slug&sort=title',
  '/categories/12/child_categories?include=guides',
  '/tags?sort=-name&include=guides',
  '/tags/21',
  '/tags/21/knowledge_base?fields[knowledge_base]=name,tags',
  '/tags/21/guides?include=tags,categories',
  '/guides/999',
  '/guides/35/tags',
  '/guides?page=2',
  '/guides?include=nothing',
  '/nothing/here',
  `/guides?x_y=${'a'.repeat(16_000)}`,
].map((address) => `${HOST}${address}`);

const ELSEWHERE = [
  '/disabled.example.com',
  '/keyed.example.com/guides',
  '/unknown.example.com/tags',
  '',
  '/',
];

describe('the two mounts', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
  });

  afterAll(() => service.stop());

  it.each([...ADDRESSES, ...ELSEWHERE].map((address) => [address.slice(0, 100), address]))(
    'differ only as listed: %s',
    async (_, address) => {
      const [strict, standard] = await readBoth(address);
      expect(standard.status).toBe(strict.status);
      expect(withoutBytes(standard.headers)).toEqual(withoutBytes(strict.headers));
      expect(standard.headers.etag).not.toBe(strict.headers.etag);
      const expected = standardised(strict.body, address, DIFFERENCES);
      expect(standard.body).toEqual(expected);
      expect(standard.text).toBe(JSON.stringify(expected));
    },
  );

  it.each(DIFFERENCES.map(([difference]) => difference))('do differ in: %s', async (difference) => {
    const others = DIFFERENCES.filter(([name]) => name !== difference);
    const same = await Promise.all(
      ADDRESSES.map(async (address) => {
        const [strict, standard] = await readBoth(address);
        return standard.text === JSON.stringify(standardised(strict.body, address, others));
      }),
    );
    expect(same).toContain(false);
  });

  it.each([
    ['delete', `${HOST}/guides/31`, 405, { version: '1.1' }],
    ['post', `${HOST}/guides/31/tags`, 405, { version: '1.1' }],
    ['options', `${HOST}/guides/31/tags`, 204, undefined],
  ] as const)('answer other methods alike: %s %s', async (method, address, status, jsonapi) => {
    const [strict, standard] = await Promise.all(
      [STRICT, STANDARD].map((mount) => service.request[method](`${mount}${address}`)),
    );
    expect([strict?.status, standard?.status]).toEqual([status, status]);
    expect(withoutBytes(standard?.headers ?? {})).toEqual(withoutBytes(strict?.headers ?? {}));
    expect(standard?.body.jsonapi).toEqual(jsonapi);
  });

  it('use version 1.0 outside the mounts', async () => {
    for (const path of ['/elsewhere', '/jsonapi', '/jsonapi/knowledge/v12', '/knowledge/v1x/a'])
      expect((await service.get(path)).body.jsonapi).toEqual({ version: '1.0' });
  });

  it('S14 ignore a forged Host', async () => {
    for (const address of ['/guides/31?include=categories', '/guides/31/tags', '/categories/13/guides']) {
      const path = `${STANDARD}${HOST}${address}`;
      const usual = await service.get(path);
      const spoofed = await service
        .get(path)
        .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Prefix': '/evil' });
      expect(spoofed.text).toBe(usual.text);
      expect(spoofed.headers.etag).toBe(usual.headers.etag);
    }
  });

  /** Without compression, because of two documents of similar length only one may be compressed. */
  async function readBoth(address: string) {
    const read = (mount: string) => service.get(`${mount}${address}`).set('Accept-Encoding', 'identity');
    return [await read(STRICT), await read(STANDARD)] as const;
  }
});

function standardised(document: Document, address: string, differences: typeof DIFFERENCES): Document {
  const parameters = new URLSearchParams(address.split('?')[1] ?? '');
  return differences.reduce((changed, [, apply]) => apply(changed, parameters), structuredClone(document));
}

function unwrapped(element: Resource | { data: Resource }): Resource {
  return 'data' in element ? element.data : element;
}

function forEachResource(change: (resource: Resource, fields: URLSearchParams) => void) {
  return (document: Document, fields: URLSearchParams): Document => {
    const { data = [], included = [] } = document;
    for (const resource of [data, included].flat()) change(unwrapped(resource), fields);
    return document;
  };
}

function withoutBytes(headers: Record<string, string>): Record<string, string> {
  return { ...headers, date: '', etag: '', 'content-length': '' };
}
