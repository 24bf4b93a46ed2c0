import {
  createRouter,
  limitBySubject,
  type Representation,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import { answerOptions, CRAWLER_HEADERS } from '@guidepost/pages';
import type { Router } from 'express';
import { createAddresses } from '../addresses/addresses.ts';
import type { Context } from '../context.ts';
import { listForumsToRead } from './front-page.ts';

/** More would make the file larger than what crawlers have to read of it (RFC 9309 §2.5: 500 KiB). */
const MOST_SITEMAPS = 4_000;

/** The API is for programs that know it; searches have no end, and forms of reports hold nothing of their own. */
const RULES = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /forum/*/search?',
  'Disallow: /forum/*/report$',
];

/** `/robots.txt` (RFC 9309): pages may be visited. Which forums there are is said where `SITE_DIRECTORY` is on. */
export function robotsRoutes({
  clients,
  config,
  database,
  rateLimits,
}: Pick<Context, 'clients' | 'config' | 'database' | 'rateLimits'>): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  const robots = async (): Promise<Representation> => {
    const forums = config.SITE_DIRECTORY === 'on' ? await listForumsToRead(database, MOST_SITEMAPS) : [];
    return representRobots(forums.map(({ slug }) => createAddresses(config.PUBLIC_URL, slug).home));
  };
  resource('/robots.txt', {
    get: [
      ...limitBySubject(rateLimits.reads, clients),
      async (request, response) => sendRepresentation(request, response, await robots()),
    ],
  });
  return router;
}

/** @param homes the absolute addresses of forums */
function representRobots(homes: readonly string[]): Representation {
  const sitemaps = homes.map((home) => `Sitemap: ${home}/sitemap.xml`);
  const lines = sitemaps.length > 0 ? [...RULES, '', ...sitemaps] : RULES;
  return {
    status: 200,
    headers: { ...CRAWLER_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n`,
  };
}
