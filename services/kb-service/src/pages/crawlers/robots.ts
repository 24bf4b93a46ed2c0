import { CRAWLER_HEADERS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';

/** `/robots.txt` (RFC 9309): everything but searches may be visited; where all of it is listed. */
export function robots({ siteAddress }: Pick<Context, 'siteAddress'>): PageKind {
  return {
    async read({ site }) {
      const home = siteAddress(site.knowledgeBase.host);
      const lines = ['User-agent: *', `Disallow: ${site.base}/search`];
      if (home !== undefined) lines.push('', `Sitemap: ${home}/sitemap.xml`);
      return {
        status: 200,
        headers: { ...CRAWLER_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
        body: `${lines.join('\n')}\n`,
      };
    },
  };
}
