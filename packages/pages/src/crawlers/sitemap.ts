import { fileURLToPath } from 'node:url';
import type { Representation } from '@guidepost/http';
import { Eta } from 'eta';
import { noSuchPage } from '../errors/error-page.ts';
import type { PageKind, PublicSite } from '../page.ts';
import { DATA_HEADERS } from '../page-headers.ts';
import { pageNumber } from '../pager/pager.ts';

/** Far below the 50,000 of https://www.sitemaps.org/protocol.html, so that a sitemap is fast and cacheable. */
const MOST_ADDRESSES = 1_000;

export interface SitemapEntry {
  address: string;
  changed?: string | undefined;
  /** The page in each language of its site, itself included; empty where there is one. */
  languages?: readonly { tag: string; address: string }[];
}

export interface SitemapSection {
  total: number;
  entries: readonly SitemapEntry[];
}

export interface SitemapOptions<Site extends PublicSite> {
  /** The absolute URL of the home page, which comes first; undefined to hide the site from search engines. */
  homeOf(site: Site): string | undefined;
  /** The home pages in all languages. */
  homesOf?(site: Site): SitemapEntry['languages'];
  /** All other pages, in a stable order. */
  readSection(site: Site, section: { limit: number; offset: number }): Promise<SitemapSection>;
}

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/** `/sitemap.xml`: all pages for search engines, or an index of `/sitemap.xml?page=…`; a 404 without a home page. */
export function createSitemap<Site extends PublicSite>({
  homeOf,
  homesOf,
  readSection,
}: SitemapOptions<Site>): PageKind<Site> {
  return {
    keptAs: ({ query }) => `${pageNumber(query)} ${query.first('page') !== undefined}`,
    async read({ site, query }) {
      const home = homeOf(site);
      if (home === undefined) throw noSuchPage();
      const number = pageNumber(query);
      const section = { limit: MOST_ADDRESSES, offset: (number - 1) * MOST_ADDRESSES };
      const { total, entries } = await readSection(site, section);
      const pages = Math.max(1, Math.ceil(total / MOST_ADDRESSES));
      if (number > pages) throw noSuchPage();
      if (pages > 1 && query.first('page') === undefined) return sitemapIndex(home, pages);
      const first: SitemapEntry = { address: home, languages: homesOf?.(site) ?? [] };
      const all = [...(number === 1 ? [first] : []), ...entries];
      return xml('sitemap', { entries: all, isTranslated: (homesOf?.(site) ?? []).length > 0 });
    },
  };
}

function sitemapIndex(home: string, pages: number): Representation {
  const sitemaps = Array.from({ length: pages }, (_, index) => `${home}/sitemap.xml?page=${index + 1}`);
  return xml('sitemap-index', { sitemaps });
}

function xml(template: string, content: object): Representation {
  const headers = { ...DATA_HEADERS, 'Content-Type': 'application/xml; charset=utf-8' };
  return { status: 200, headers, body: templates.render(`./${template}`, content) };
}
