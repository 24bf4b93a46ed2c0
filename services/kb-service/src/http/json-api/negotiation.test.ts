import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { STANDARD_NEGOTIATION, STRICT_NEGOTIATION } from './negotiation.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const EXTENSION = 'ext="https://jsonapi.org/ext/atomic"';
const PROFILE = 'profile="https://example.com/a https://example.com/b"';

const ACCEPTED = [
  undefined,
  '',
  '*/*',
  'application/*',
  'text/html, application/xhtml+xml, */*;q=0.8',
  'application/json, text/plain, */*',
  'text/html, application/*;q=0.1',
  MEDIA_TYPE,
  ` ${MEDIA_TYPE} `,
  'Application/VND.API+JSON',
  `${MEDIA_TYPE}, application/json`,
  `text/html, ${MEDIA_TYPE};q=0.1`,
  `${MEDIA_TYPE};q=0.5`,
  `${MEDIA_TYPE}; ${PROFILE}`,
  `${MEDIA_TYPE}; ext=""`,
  `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}`,
  `${MEDIA_TYPE}; ${EXTENSION}, ${MEDIA_TYPE}; ${PROFILE}`,
  `text/html;a="${MEDIA_TYPE};q=0, ", ${MEDIA_TYPE}`,
];

const REFUSED = [
  'text/html',
  'application/json',
  'text/*',
  `${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}; version=1`,
  `${MEDIA_TYPE}; charset=utf-8, */*`,
  `${MEDIA_TYPE}; ${EXTENSION}`,
  `${MEDIA_TYPE}; ${EXTENSION}, */*`,
  `${MEDIA_TYPE}; ${EXTENSION}; ${PROFILE}, ${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE}; ${PROFILE}; charset=utf-8`,
  `${MEDIA_TYPE};q=0`,
  `${MEDIA_TYPE};q=0, */*`,
  '*/*;q=0',
  'application/*;q=0, */*',
  'nonsense',
  ',',
];

describe('negotiation of JSON:API 1.1', () => {
  it.each(ACCEPTED)('serves Accept: %s', (accept) => {
    expect(STANDARD_NEGOTIATION.accepts(accept)).toBe(true);
  });

  it.each(REFUSED)('refuses Accept: %s', (accept) => {
    expect(STANDARD_NEGOTIATION.accepts(accept)).toBe(false);
  });

  it.each([MEDIA_TYPE, ` ${MEDIA_TYPE} `, `${MEDIA_TYPE}; ${PROFILE}`, 'Application/VND.API+JSON;ext=""'])(
    'accepts a body of Content-Type: %s',
    (contentType) => {
      expect(STANDARD_NEGOTIATION.takes(contentType)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'application/json',
    '*/*',
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE}; ${EXTENSION}`,
    `${MEDIA_TYPE}, ${MEDIA_TYPE}`,
  ])('refuses a body of Content-Type: %s', (contentType) => {
    expect(STANDARD_NEGOTIATION.takes(contentType)).toBe(false);
  });
});

describe('negotiation of the contract', () => {
  it.each([
    [MEDIA_TYPE, true],
    [undefined, false],
    [`${MEDIA_TYPE}; ${PROFILE}`, false],
    ['*/*', false],
  ])('is exact in both directions: %s', (header, expected) => {
    expect(STRICT_NEGOTIATION.accepts(header)).toBe(expected);
    expect(STRICT_NEGOTIATION.takes(header)).toBe(expected);
  });
});

describe('the standard mount', () => {
  const GUIDES = '/jsonapi/knowledge/v1/help.example.com/guides';
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
  });

  afterAll(() => service.stop());

  it.each(ACCEPTED.filter((accept) => accept !== undefined))('answers Accept: %s', async (accept) => {
    const answer = await service.request.get(GUIDES).set('Accept', accept);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': MEDIA_TYPE, vary: 'Accept, Accept-Encoding' });
  });

  it('answers without an Accept header', async () => {
    expect((await service.request.get(GUIDES).unset('Accept')).status).toBe(200);
  });

  it.each(REFUSED)('answers 406 to Accept: %s, saying which header to send', async (accept) => {
    const answer = await service.request.get(GUIDES).set('Accept', accept);
    expect(answer.status).toBe(406);
    expect(answer.headers['content-type']).toBe(MEDIA_TYPE);
    expect(answer.body).toEqual({
      jsonapi: { version: '1.1' },
      errors: [
        {
          status: '406',
          code: 'not_acceptable',
          title: 'Not acceptable',
          detail: expect.stringContaining(`"Accept: ${MEDIA_TYPE}"`),
          source: { header: 'Accept' },
        },
      ],
    });
  });

  it('checks Accept after path and method, before the host', async () => {
    const ask = async (method: 'get' | 'put', path: string) =>
      (await service.request[method](path).set('Accept', 'text/html')).status;
    expect(await ask('get', '/jsonapi/knowledge/v1/help.example.com/nothing/here')).toBe(404);
    expect(await ask('put', GUIDES)).toBe(405);
    expect(await ask('get', '/jsonapi/knowledge/v1/unknown.example.com')).toBe(406);
  });

  it('S17 answers 406, not 304, to the right etag with the wrong Accept', async () => {
    const { headers } = await service.get(GUIDES);
    const answer = await service.request
      .get(GUIDES)
      .set({ Accept: 'text/html', 'If-None-Match': headers.etag ?? '' });
    expect(answer.status).toBe(406);
  });
});

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
    ['delete', `${HOST}/guides/31/tags`, 405, { version: '1.1' }],
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
