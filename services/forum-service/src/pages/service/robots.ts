import type { Representation } from '@guidepost/http';
import { DATA_HEADERS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { forumDirectory } from './forum-directory.ts';

/** Keeps the file below 500 KiB, the size that crawlers must accept (RFC 9309 §2.5). */
const MAX_SITEMAPS = 4_000;

/** The API is not for crawlers, searches are unlimited in number, and report forms have no content. */
const RULES = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /forum/*/search?',
  'Disallow: /forum/*/report$',
];

/** `/robots.txt` (RFC 9309): allows the pages, and lists the sitemaps of forums if they may be listed. */
export async function robots(context: Pick<Context, 'config' | 'database'>): Promise<Representation> {
  const forums = await forumDirectory(context, MAX_SITEMAPS);
  const homes = forums.map(({ slug }) => createAddresses(context.config.PUBLIC_URL, slug).home);
  const sitemaps = homes.map((home) => `Sitemap: ${home}/sitemap.xml`);
  const lines = sitemaps.length > 0 ? [...RULES, '', ...sitemaps] : RULES;
  return {
    status: 200,
    headers: { ...DATA_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n`,
  };
}
