import type { IncomingMessage } from 'node:http';
import { createRouter, type Representation, resourcesOn } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { answerOptions, DATA_HEADERS } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { type ListedForum, listNonEmptyForums } from '../../tenants/list-forums.ts';
import { servicePages } from '../represent-page.ts';

/** Keeps the file below 500 KiB, the size that crawlers must accept (RFC 9309 §2.5). */
const MAX_SITEMAPS = 4_000;

/** The API is not for crawlers, searches are unlimited in number, and report forms have no content. */
const rulesBelow = (home: string) => [
  'User-agent: *',
  'Disallow: /api/',
  `Disallow: ${home}/search?`,
  `Disallow: ${home === '' ? '/*' : home}/report$`,
];

/** A longer list would not be readable. */
const MAX_LISTED = 100;

const READS = { '/': frontPage, '/robots.txt': robots };

export function servicePageRoutes(context: Context): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerOptions });
  const countRead = createCountBySubject(context.rateLimits.reads, context.clients);
  for (const [path, read] of Object.entries(READS)) {
    resource(path, {
      async get(request, response) {
        await countRead(request, response, undefined);
        return read(context, request);
      },
    });
  }
  return router;
}

async function frontPage(context: Pick<Context, 'config' | 'database'>): Promise<Representation> {
  const forums = await forumDirectory(context, MAX_LISTED);
  return servicePages.represent({
    template: 'front-page',
    content: { forums, desk: `${context.config.DESK_URL}/desk` },
  });
}

/**
 * `/robots.txt` (RFC 9309): allows the pages, and lists the sitemaps of forums if they may be listed; at a forum's own
 * host name that of the forum.
 */
async function robots(
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

/** Forums for public listing, by name, at most `most`; empty when `SITE_DIRECTORY` is off. */
async function forumDirectory(
  { config, database }: Pick<Context, 'config' | 'database'>,
  most: number,
): Promise<ListedForum[]> {
  return config.SITE_DIRECTORY === 'on' ? listNonEmptyForums(database, most) : [];
}
