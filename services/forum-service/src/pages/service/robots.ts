import type { IncomingMessage } from 'node:http';
import type { Representation } from '@guidepost/http';
import { DATA_HEADERS } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { forumDirectory } from './forum-directory.ts';

/** Keeps the file below 500 KiB, the size that crawlers must accept (RFC 9309 §2.5). */
const MAX_SITEMAPS = 4_000;

/** The API is not for crawlers, searches are unlimited in number, and report forms have no content. */
const rulesBelow = (home: string) => [
  'User-agent: *',
  'Disallow: /api/',
  `Disallow: ${home}/search?`,
  `Disallow: ${home === '' ? '/*' : home}/report$`,
];

/**
 * `/robots.txt` (RFC 9309): allows the pages, and lists the sitemaps of forums if they may be listed; at a forum's own host
 * name that of the forum.
 */
export async function robots(
  context: Pick<Context, 'config' | 'database' | 'forumsByHost'>,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Promise<Representation> {
  const { forumsByHost, config } = context;
  const forum = await forumsByHost.find(headers.host);
  const forums = forum ? [forum] : await forumDirectory(context, MAX_SITEMAPS);
  const homes = forums.map((one) => createAddresses(config.PUBLIC_URL, one).home);
  const sitemaps = homes.map((home) => `Sitemap: ${home}/sitemap.xml`);
  const rules = rulesBelow(forum ? '' : '/forum/*');
  const lines = sitemaps.length > 0 ? [...rules, '', ...sitemaps] : rules;
  return {
    status: 200,
    headers: { ...DATA_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n`,
  };
}
