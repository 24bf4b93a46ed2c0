import { pageCount, type Representation } from '@guidepost/http';
import { noSuchPage, pageNumber } from '@guidepost/pages';
import { preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { PageCall, PageKind } from '../page.ts';
import { CRAWLER_HEADERS } from './crawler-headers.ts';
import { templates } from './templates.ts';

/** The protocol takes 50,000; fewer leave memory to others (https://www.sitemaps.org/protocol.html). */
const MOST_ADDRESSES = 5_000;

interface AddressRow {
  /** Of all. */
  total: number;
  /** Null in the one row of a stretch behind the end. */
  kind: 'categories' | 'guides' | null;
  id: number;
  slug: string;
  updated_at: Date | null;
}

interface Entry {
  address: string;
  changed?: string | undefined;
}

type SitemapContext = Pick<Context, 'database' | 'publicAddress' | 'siteAddress'>;

const listAddresses = preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url));

/**
 * `/sitemap.xml`: every page that search engines shall know; where they are many an index of `/sitemap.xml?page=…`.
 * There is none where guides are read on another site than ours.
 */
export function sitemap(context: SitemapContext): PageKind {
  return {
    keptAs: ({ query }) => `${pageNumber(query)} ${query.first('page') !== undefined}`,
    async read(call) {
      const { host } = call.site.knowledgeBase;
      const home = context.siteAddress(host);
      if (home === undefined) throw noSuchPage();
      const number = pageNumber(call.query);
      const rows = await readRows(context, call, number);
      const total = rows[0]?.total ?? 0;
      const pages = Math.max(1, pageCount(total, MOST_ADDRESSES));
      if (number > pages) throw noSuchPage();
      if (pages > 1 && call.query.first('page') === undefined) return sitemapIndex(home, pages);
      return urlSet([...(number === 1 ? [{ address: home }] : []), ...entries(context, host, rows)]);
    },
  };
}

function readRows({ database }: SitemapContext, { site }: PageCall, number: number): Promise<AddressRow[]> {
  const values = [site.knowledgeBase.id, MOST_ADDRESSES, (number - 1) * MOST_ADDRESSES];
  return database.any<AddressRow>(listAddresses(values));
}

function entries({ publicAddress }: SitemapContext, host: string, rows: AddressRow[]): Entry[] {
  return rows.flatMap(({ kind, id, slug, updated_at }) =>
    kind === null
      ? []
      : [{ address: publicAddress({ host, kind, slug, id }), changed: updated_at?.toISOString() }],
  );
}

function sitemapIndex(home: string, pages: number): Representation {
  const sitemaps = Array.from({ length: pages }, (_, index) => `${home}/sitemap.xml?page=${index + 1}`);
  return xml('sitemap-index', { sitemaps });
}

function urlSet(all: Entry[]): Representation {
  return xml('sitemap', { entries: all });
}

function xml(template: string, content: object): Representation {
  const headers = { ...CRAWLER_HEADERS, 'Content-Type': 'application/xml; charset=utf-8' };
  return { status: 200, headers, body: templates.render(`./${template}`, content) };
}
