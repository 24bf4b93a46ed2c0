import type { Representation } from '@guidepost/http';
import { CRAWLER_HEADERS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { forumDirectory } from './forum-directory.ts';

/** More would make the file larger than what crawlers have to read of it (RFC 9309 §2.5: 500 KiB). */
const MOST_SITEMAPS = 4_000;

/** The API is for programs that know it; searches have no end, and forms of reports hold nothing of their own. */
const RULES = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /forum/*/search?',
  'Disallow: /forum/*/report$',
];

/** `/robots.txt` (RFC 9309): pages may be visited. Sitemaps tell which forums there are, where that may be told. */
export async function robots(context: Pick<Context, 'config' | 'database'>): Promise<Representation> {
  const forums = await forumDirectory(context, MOST_SITEMAPS);
  const homes = forums.map(({ slug }) => createAddresses(context.config.PUBLIC_URL, slug).home);
  const sitemaps = homes.map((home) => `Sitemap: ${home}/sitemap.xml`);
  const lines = sitemaps.length > 0 ? [...RULES, '', ...sitemaps] : RULES;
  return {
    status: 200,
    headers: { ...CRAWLER_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n`,
  };
}
