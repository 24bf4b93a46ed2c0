import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../context.ts';
import { createPages } from '../pages/pages.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../testing/example.ts';
import { CLOSED, FORMER_SLUG, HIDDEN_SLUG, startServiceWithHidden } from '../testing/hidden-content.ts';
import type { TestService } from '../testing/test-service.ts';

/** The pages are only listed, not called. */
const PATTERNS = Object.entries(createPages({} as Context)).flatMap(([pattern, kind]) =>
  'read' in kind ? [pattern] : [],
);

/** IDs and slugs of everything, visible or hidden, in all knowledge bases. */
const NAMES = [EXAMPLE, ...CLOSED].flatMap(({ guides = [], categories = [], tags = [] }) =>
  [...guides, ...categories, ...tags].flatMap(({ id, slug }) => [String(id), slug]),
);
const PATHS = PATTERNS.flatMap((pattern) =>
  pattern.includes(':') ? NAMES.map((name) => pattern.replace(/:\w+/, name)) : [pattern],
);
const QUESTIONS = ['', '?page=2', '?voted=up'];
const SEARCHES = ['install', 'c', 'ca', '7f', 'c&page=2'].map((query) => `/search?q=${query}`);

const UNKNOWN = 'unknown.example.com';

interface Address {
  /** The `Host` header. */
  host: string;
  path: string;
}

describe('S3 unpublished content is on no page', () => {
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
    const leaks = [...met].filter(([, answer]) => /canary|7f3a|draft|hidden/i.test(answer));
    expect(leaks).toEqual([]);
    expect(met.size).toBeGreaterThan(PATHS.length * QUESTIONS.length);
    // The crawl reaches pages of every kind.
    for (const path of ['/guides/install', '/categories/start', '/tags/new', '/search', '/guides'])
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
});

/** Paths of this service in a page or sitemap, except assets. */
function addressesOn(text: string): string[] {
  const page = readPage(text);
  const listed = page.texts('loc').map((address) => address.replace(`https://${EXAMPLE.host}`, '') || '/');
  const all = [...page.addresses, ...listed];
  return all.filter((address) => address.startsWith('/') && !/^\/assets\/|\/vote$/.test(address));
}
