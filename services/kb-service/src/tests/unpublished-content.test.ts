import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../context.ts';
import { MEDIA_TYPE } from '../http/json-api/headers.ts';
import { MOUNTS, STANDARD_MOUNT } from '../http/json-api/mount.ts';
import { createPages } from '../pages/page-routes.ts';
import { widgetPages } from '../pages/widget/widget-routes.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../testing/example.ts';
import {
  CLOSED,
  FORMER_SLUG,
  HIDDEN_GUIDE,
  HIDDEN_SLUG,
  HIDDEN_TOKEN,
  startServiceWithHidden,
} from '../testing/hidden-content.ts';
import { fillPath, listOperations } from '../testing/operations.ts';
import type { TestService } from '../testing/test-service.ts';

describe('S3 unpublished content', () => {
  const OPERATIONS = listOperations();
  const STEPS = ['knowledge_base', 'guides', 'categories', 'tags', 'child_categories'];
  /** Asked on one mount, since both read the same resources. */
  const FURTHER_INCLUDES = STEPS.flatMap((one) => STEPS.map((other) => `include=${one}.${other}`));

  /** Parameters for all operations; the errors of those that refuse them are checked, too. */
  const QUESTIONS = [
    '',
    ...STEPS.map((path) => `include=${path}`),
    ...['guide', 'tag', 'knowledge_base', 'knowledge_base_category'].map(
      (type) => `fields[${type}]=slug,name`,
    ),
    ...['title', '-title', 'slug', 'name', '-name', 'position', 'id', 'content_html', 'published'].map(
      (name) => `sort=${name}`,
    ),
    ...['category', 'tag'].flatMap((by) =>
      ['start', 'basics', '11', '15', '23', '999'].map((value) => `filter[${by}]=${value}`),
    ),
    'page[size]=1&page[number]=5',
    'page[size]=1000',
    'filter[published]=false',
    'published=false',
    'q=install',
    'q=c',
    'q=ca&sort=title',
    'q=7f',
  ];

  /** Typing errors closest to words that only hidden content has. */
  const SLIPS = [
    'canery',
    'cannary',
    'canray',
    'cana',
    'drafd',
    'formr',
    '7f3b',
    'install canery',
    'canery install',
  ];

  let service: TestService;
  const met = new Map<string, string>();
  let queue: string[] = [];

  beforeAll(async () => {
    service = await startServiceWithHidden();
  });

  afterAll(() => service.stop());

  async function ask(
    path: string,
  ): Promise<{ status: number; text: string; body: { data?: unknown; meta?: unknown } }> {
    const { status, text, body, headers } = await service.get(path);
    met.set(path, `${status} ${JSON.stringify(headers)} ${text ?? ''}`);
    return { status, text: text ?? '', body };
  }

  /** Paths of this service in an answer. */
  const addressesIn = (text: string) =>
    [...text.matchAll(/"(\/(?:jsonapi\/)?knowledge\/v1\/[^"]+|\/files\/[^"\\]+)/g)].map(
      ([, address = '']) => address,
    );

  it('is in no answer, following every link', async () => {
    const asked = OPERATIONS.filter(({ method }) => method === 'get').flatMap(({ template }) => [
      ...[...QUESTIONS, ...(template.startsWith(STANDARD_MOUNT.path) ? FURTHER_INCLUDES : [])].map(
        (question) => `${fillPath(template, { host: EXAMPLE.host })}?${question}`,
      ),
      ...[KEYED.host, DISABLED.host].map((host) => fillPath(template, { host })),
    ]);
    queue = [...new Set(asked)];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (met.has(path)) continue;
      const { text } = await ask(path);
      queue.push(...addressesIn(text).filter((address) => !met.has(address) && !address.includes('{')));
    }
    const leaks = [...met].filter(
      ([path, answer]) => /canary|7f3a|draft|hidden/i.test(answer) && !/^\/(docs|openapi)/.test(path),
    );
    expect(leaks).toEqual([]);
    expect(met.size).toBeGreaterThan(1_000);
  }, 120_000);

  const HIDDEN = MOUNTS.flatMap(({ path }) => {
    const root = `${path}/${EXAMPLE.host}`;
    return [
      `${root}/guides/${HIDDEN_GUIDE}`,
      `${root}/guides/${HIDDEN_GUIDE}/tags`,
      `${root}/guides/${HIDDEN_GUIDE}/categories`,
      `${root}/guides/${HIDDEN_GUIDE}/knowledge_base`,
      `${root}/guides/slug/${HIDDEN_SLUG}`,
      `${root}/guides/slug/${FORMER_SLUG}`,
      `${root}/categories/15`,
      `${root}/categories/15/guides`,
      `${root}/categories/15/child_categories`,
      `${root}/tags/23`,
      `${root}/tags/23/guides`,
    ];
  });

  it.each([...HIDDEN, `/files/${HIDDEN_TOKEN}.png`])(
    'cannot be told from missing content: %s',
    async (path) => {
      const unknown = path
        .replace(/\/(35|15|23)\b/, '/999')
        .replace(/slug\/.*/, 'slug/nothing')
        .replace(HIDDEN_TOKEN, 'd'.repeat(22));
      const [hidden, missing] = [await service.get(path), await service.get(unknown)];
      expect([hidden.status, hidden.text, hidden.headers.etag]).toEqual([
        404,
        missing.text,
        missing.headers.etag,
      ]);
    },
  );

  it.each([HIDDEN_SLUG, FORMER_SLUG, String(HIDDEN_GUIDE)])('cannot be voted for: %s', async (guide) => {
    for (const { path } of MOUNTS) {
      const answer = await service.request
        .post(`${path}/${EXAMPLE.host}/guides/${guide}/upvote`)
        .set('Accept', MEDIA_TYPE);
      expect([answer.status, /canary/i.test(answer.text)]).toEqual([404, false]);
    }
  });

  describe('does not influence searches or corrections', () => {
    const search = async (query: string) => {
      const path = `/knowledge/v1/${EXAMPLE.host}/guides?q=${encodeURIComponent(query)}`;
      const { data, meta } = (await service.get(path)).body;
      return { data, meta };
    };
    /** The same with words that no guide has in place of those that only hidden content has. */
    const searchUnknown = (query: string) => search(query.replace(/(?:can|7f|draf|form)[\w-]*/g, 'xyzzy'));

    it.each([...SLIPS, CANARY, 'canary', `${CANARY} install`])('%s', async (query) => {
      expect(await search(query)).toEqual(await searchUnknown(query));
    });

    it('before it is indexed', async () => {
      const publish = (published: boolean) =>
        service.change(
          EXAMPLE.host,
          'update guides set published = $2 where knowledge_base_id = $1 and id = 35',
          [published],
        );
      await publish(true);
      await service.indexed();
      expect((await search('canery')).meta.total).toBe(1);
      await publish(false);
      for (const query of [...SLIPS, 'canary']) {
        expect(await search(query)).toEqual(await searchUnknown(query));
      }
      await service.indexed();
      const indexed = await service.database.any(
        `select document_id from search_documents where position('canary'::bytea in words) > 0 and not hidden
         and tenant_id = (select id from knowledge_bases where host = $1)`,
        [EXAMPLE.host],
      );
      expect(indexed).toEqual([]);
    });
  });
});

describe('S3 unpublished content is on no page', () => {
  /** The pages are only listed, not called. */
  const rateLimits = { messages: { all: {}, unproven: {} } };
  const UNUSED = { rateLimits, clients: {}, config: {} } as Context;
  const PATTERNS = Object.entries(createPages(UNUSED)).flatMap(([pattern, kind]) =>
    'read' in kind ? [pattern] : [],
  );
  /** Answers for the widget; its code is the same for all. */
  PATTERNS.push(...Object.keys(widgetPages(UNUSED)).filter((pattern) => !pattern.endsWith('.js')));

  /** IDs and slugs of everything, visible or hidden, in all knowledge bases. */
  const NAMES = [EXAMPLE, ...CLOSED].flatMap(({ guides = [], categories = [], tags = [] }) =>
    [...guides, ...categories, ...tags].flatMap(({ id, slug }) => [String(id), slug]),
  );
  const PATHS = PATTERNS.flatMap((pattern) =>
    pattern.includes(':') ? NAMES.map((name) => pattern.replace(/:\w+/, name)) : [pattern],
  );
  const QUESTIONS = ['', '?page=2', '?voted=up'];
  const SEARCHES = ['install', 'c', 'ca', '7f', 'c&page=2'].flatMap((query) => [
    `/search?q=${query}`,
    `/widget/search?q=${query}`,
    `/widget/suggestions?words=${query}`,
  ]);

  const UNKNOWN = 'unknown.example.com';

  interface Address {
    /** The `Host` header. */
    host: string;
    path: string;
  }

  let service: TestService;

  beforeAll(async () => {
    service = await startServiceWithHidden({ SITE_DIRECTORY: 'on' });
  });

  afterAll(() => service.stop());

  const ask = ({ host, path }: Address) => service.request.get(path).set('Host', host);

  it('by host name and below /site, following every link', async () => {
    const met = new Map<string, string>();
    const starts = (path: string): Address[] => [
      { host: EXAMPLE.host, path },
      { host: UNKNOWN, path: `/site/${EXAMPLE.host}${path === '/' ? '' : path}` },
    ];
    const queue = [
      { host: UNKNOWN, path: '/' },
      ...PATHS.flatMap((path) => QUESTIONS.flatMap((question) => starts(path + question))),
      ...SEARCHES.flatMap(starts),
    ];
    for (let address = queue.pop(); address; address = queue.pop()) {
      const { host, path } = address;
      if (met.has(`${host} ${path}`)) continue;
      const { status, headers, text } = await ask(address);
      met.set(`${host} ${path}`, `${status} ${JSON.stringify(headers)} ${text}`);
      queue.push(...addressesOn(text).map((next) => ({ host, path: next })));
    }
    // The description of the API tells of drafts.
    const isReference = (address: string) => /\/(docs|openapi\.json)$/.test(address);
    const leaks = [...met].filter(([address, answer]) =>
      (isReference(address) ? /canary|7f3a/i : /canary|7f3a|draft|hidden/i).test(answer),
    );
    expect(leaks).toEqual([]);
    expect(met.size).toBeGreaterThan(PATHS.length * QUESTIONS.length);
    // The crawl reaches pages of every kind.
    for (const path of [
      '/guides/install',
      '/guides/install.md',
      '/categories/start',
      '/tags/new.md',
      '/search',
      '/guides',
    ])
      expect(met.has(`${EXAMPLE.host} ${path}`)).toBe(true);
  }, 120_000);

  it.each([
    '/guides/35',
    `/guides/${HIDDEN_SLUG}`,
    `/guides/${FORMER_SLUG}`,
    '/categories/15',
    `/categories/drafts-${CANARY}`,
    '/categories/empty',
    '/tags/23',
    `/tags/hidden-${CANARY}`,
    '/tags/unused',
  ])('%s cannot be told from a missing page', async (path) => {
    const missing = await ask({ host: EXAMPLE.host, path: path.replace(/[^/]+$/, 'never') });
    const hidden = await ask({ host: EXAMPLE.host, path });
    expect([hidden.status, hidden.text, hidden.headers.etag]).toEqual([
      404,
      missing.text,
      missing.headers.etag,
    ]);
  });

  it.each([KEYED.host, DISABLED.host])('%s cannot be told from an unknown host', async (host) => {
    for (const path of PATHS) {
      const site = `${host}${path === '/' ? '' : path}`;
      const pairs = [
        [await ask({ host, path }), await ask({ host: UNKNOWN, path })],
        [
          await ask({ host: UNKNOWN, path: `/site/${site}` }),
          await ask({ host: UNKNOWN, path: `/site/${site.replace(host, UNKNOWN)}` }),
        ],
      ];
      for (const [closed, missing] of pairs)
        expect([closed?.status, closed?.text, closed?.headers.etag]).toEqual([
          missing?.status,
          missing?.text,
          missing?.headers.etag,
        ]);
      expect(pairs[1]?.[0]?.status).toBe(404);
    }
  });

  /** Paths of this service in a page or sitemap, except assets. */
  function addressesOn(text: string): string[] {
    const page = readPage(text);
    const listed = page.texts('loc').map((address) => address.replace(`https://${EXAMPLE.host}`, '') || '/');
    const all = [...page.addresses, ...listed];
    return all.filter((address) => address.startsWith('/') && !/^\/assets\/|\/vote$/.test(address));
  }
});
