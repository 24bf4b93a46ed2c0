import { createSitemap, DATA_HEADERS } from '@guidepost/pages';
import type { Context } from '../context.ts';
import { listPageAddresses } from '../tenants/page-addresses.ts';
import type { PageKind } from './page.ts';

/** `/robots.txt` (RFC 9309): allows everything except searches, and names the sitemap. */
export function robots({ siteAddress }: Pick<Context, 'siteAddress'>): PageKind {
  return {
    async read({ site }) {
      const home = siteAddress(site.knowledgeBase.host);
      const lines = ['User-agent: *', `Disallow: ${site.base}/search`];
      if (home !== undefined) lines.push('', `Sitemap: ${home}/sitemap.xml`);
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
        body: `${lines.join('\n')}\n`,
      };
    },
  };
}

/** `/sitemap.xml`; missing if guides are read on another site. */
export function sitemap({
  content,
  publicAddress,
  siteAddress,
}: Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>): PageKind {
  return createSitemap({
    homeOf: ({ knowledgeBase }) => siteAddress(knowledgeBase.host),
    async readSection({ knowledgeBase }, stretch) {
      const { id, host } = knowledgeBase;
      const { total, pages } = await listPageAddresses(content.of(knowledgeBase), {
        knowledgeBaseId: id,
        ...stretch,
      });
      const entries = pages.map(({ updated_at, ...page }) => ({
        address: publicAddress({ host, ...page }),
        changed: updated_at?.toISOString(),
      }));
      return { total, entries };
    },
  });
}
