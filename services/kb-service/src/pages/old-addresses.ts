import type { IncomingMessage } from 'node:http';
import { isProbe } from '@guidepost/desk/insights';
import { type Representation, rawQueryString } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { keyOf, readPath, schemesOf } from '../addresses/address.ts';
import { type Destination, hasScheme, lookUp } from '../addresses/look-up.ts';
import type { Context } from '../context.ts';
import type { Site } from './site.ts';

export type AddressContext = Pick<Context, 'askForum' | 'clients' | 'content' | 'filesUrl' | 'readingCounts'>;

export interface AskedSite {
  site: Site;
  /** With its path as it was sent. */
  request: IncomingMessage & { path: string; url: string };
}

/** Where browsers and crawlers have been told that something is; they ask again after an hour. */
const CACHED = { 'Cache-Control': 'public, max-age=3600' };

/** Parameters in which searches of other systems have their words. */
const SEARCHED = ['query', 'q', 'term', 's'];

/**
 * The redirect of an old address at which nothing else is. Undefined if it is unknown, which is counted, or if readers
 * may not see what it leads to.
 */
export async function leadOn(
  context: AddressContext,
  { site, request }: AskedSite,
): Promise<Representation | undefined> {
  const path = pathOf(site, request);
  if (path === undefined) return undefined;
  const { found, knowledgeBaseId } = await findAddress(context, site, path);
  if (!found) await countMiss(context, { site, request, path });
  if (!found?.to) return undefined;
  context.readingCounts.countHit({ tenantId: knowledgeBaseId, addressId: found.id }, request);
  const location = locationOf(context, { site, request }, found.to);
  return location === undefined ? undefined : redirectTo(location);
}

/** The same for the home page, which answers whatever its query is: WordPress finds its posts at `/?p=12`. */
export async function leadOnFromHome(
  context: AddressContext,
  { site, request }: AskedSite,
): Promise<Representation | undefined> {
  const path = pathOf(site, request);
  if (path === undefined || !path.startsWith('/?')) return undefined;
  const knowledgeBaseId = site.id;
  const found = await lookUp(context.content.of(site.knowledgeBase), { knowledgeBaseId, path });
  const location = found?.to && locationOf(context, { site, request }, found.to);
  if (!found || location === undefined) return undefined;
  context.readingCounts.countHit({ tenantId: knowledgeBaseId, addressId: found.id }, request);
  return redirectTo(location);
}

/** Former addresses of a language, then those of the former site, which may have had languages as well. */
async function findAddress({ content }: Pick<AddressContext, 'content'>, site: Site, path: string) {
  const { id, main_id, language } = site.knowledgeBase;
  const reader = content.of(site.knowledgeBase);
  const places = [{ knowledgeBaseId: id, path }];
  if (id !== main_id) {
    const prefixed = `/${language.toLowerCase()}${path === '/' ? '' : path}`;
    places.push({ knowledgeBaseId: main_id, path: prefixed }, { knowledgeBaseId: main_id, path });
  }
  for (const place of places) {
    const found = await lookUp(reader, place);
    if (found) return { found, knowledgeBaseId: place.knowledgeBaseId };
  }
  return { found: undefined, knowledgeBaseId: id };
}

function redirectTo(location: string): Representation {
  const { headers, ...moved } = leadTo(301, location);
  return { ...moved, headers: { ...headers, ...CACHED } };
}

/** The path that a reader asks for, without the prefix of the site; undefined for a form. */
export function pathOf(
  { root }: Pick<Site, 'root'>,
  { method, path, url }: AskedSite['request'],
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const query = rawQueryString(url);
  return readPath((path.slice(root.length) || '/') + (query && `?${query}`));
}

function locationOf(
  { askForum, filesUrl = '' }: AddressContext,
  { site: { base, knowledgeBase }, request }: AskedSite,
  to: Destination,
): string | undefined {
  if ('url' in to) return to.url;
  if ('file' in to) return filesUrl + to.file;
  if ('path' in to)
    return to.path.startsWith('/#') || to.path === '/' ? `${base || '/'}${to.path.slice(1)}` : base + to.path;
  if (to.page === 'contact')
    return contactOf(knowledgeBase.look.contact, base || '/') ?? askForum(knowledgeBase, '');
  const sent = new URLSearchParams(rawQueryString(request.url));
  const words = SEARCHED.map((name) => sent.get(name)).find(Boolean);
  return `${base}/search${words ? `?${new URLSearchParams({ q: words })}` : ''}`;
}

/** The contact address that owners have chosen and every page links: an e-mail address is no page to lead to. */
function contactOf(contact: string | undefined, home: string): string | undefined {
  return contact?.startsWith('mailto:') ? home : contact;
}

/** Probes of programs are left out, unless they may be addresses of a system that the site has come from. */
async function countMiss(
  { clients, content, readingCounts }: AddressContext,
  { site, request, path }: AskedSite & { path: string },
): Promise<void> {
  const schemes = schemesOf(path);
  const isKnown = () => hasScheme(content.of(site.knowledgeBase), { knowledgeBaseId: site.id, schemes });
  if (isProbe(path) && !(await isKnown())) return;
  const address = clients.addressOf(request);
  readingCounts.countMiss({ tenantId: site.id, key: keyOf(path), path, address }, request);
}
