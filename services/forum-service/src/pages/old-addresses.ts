import type { IncomingMessage } from 'node:http';
import { isProbe } from '@guidepost/desk/insights';
import { type Representation, rawQueryString } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { keyOf, readPath, schemesOf } from '../addresses/address.ts';
import { type Destination, hasScheme, lookUp } from '../addresses/look-up.ts';
import type { Context } from '../context.ts';
import type { Site } from './site.ts';

export type AddressContext = Pick<Context, 'addressCounts' | 'clients' | 'content'>;

interface AskedSite {
  site: Site;
  /** With its target as it was sent. */
  request: IncomingMessage & { originalUrl: string };
}

/** Where browsers and crawlers have been told that something is; they ask again after an hour. */
const CACHED = { 'Cache-Control': 'public, max-age=3600' };

/** Parameters in which searches of other systems have their words. */
const SEARCHED = ['query', 'q', 'term', 'keywords', 's'];

/**
 * The redirect of an old address at which nothing else is. Undefined if it is unknown, which is counted, or if readers
 * may not see what it leads to.
 */
export async function leadOn(context: AddressContext, asked: AskedSite): Promise<Representation | undefined> {
  const { site, request } = asked;
  const path = pathOf(asked);
  if (path === undefined) return undefined;
  const { id: forumId, forum } = site;
  const found = await lookUp(context.content.of(forum), { forumId, path });
  if (!found) await countMiss(context, { ...asked, path });
  if (!found?.to) return undefined;
  context.addressCounts.countHit({ tenantId: forumId, addressId: found.id }, request);
  const { headers, ...moved } = leadTo(301, locationOf(asked, found.to));
  return { ...moved, headers: { ...headers, ...CACHED } };
}

/** Without the prefix of the site. */
function pathOf({ site: { base }, request: { method, originalUrl } }: AskedSite): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = originalUrl.split('?', 1);
  const query = rawQueryString(originalUrl);
  return readPath((path.slice(base.length) || '/') + (query && `?${query}`));
}

function locationOf({ site: { base }, request }: AskedSite, to: Destination): string {
  if ('url' in to) return to.url;
  if ('path' in to)
    return to.path === '/' || to.path.startsWith('/#') ? `${base || '/'}${to.path.slice(1)}` : base + to.path;
  const sent = new URLSearchParams(rawQueryString(request.originalUrl));
  const words = SEARCHED.map((name) => sent.get(name)).find(Boolean);
  return `${base}/search${words ? `?${new URLSearchParams({ q: words })}` : ''}`;
}

/** Probes of programs are left out, unless they may be addresses of a system that the forum has come from. */
async function countMiss(
  { addressCounts, clients, content }: AddressContext,
  { site, request, path }: AskedSite & { path: string },
): Promise<void> {
  const schemes = schemesOf(path);
  const isKnown = () => hasScheme(content.of(site.forum), { forumId: site.id, schemes });
  if (isProbe(path) && !(await isKnown())) return;
  const address = clients.addressOf(request);
  addressCounts.countMiss({ tenantId: site.id, key: keyOf(path), path, address }, request);
}
