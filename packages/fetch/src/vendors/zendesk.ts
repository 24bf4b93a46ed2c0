import { filesAt, idOfAddress, imageAddresses, linkAddresses } from '../files-in-html.ts';
import { type FoundFile, type Item, isItem, itemsIn, type List, textIn, type Vendor } from '../vendor.ts';

/** `/hc/article_attachments/360…`, with a locale before and a name behind, or not. */
const ATTACHMENT = /^\/hc\/(?:[a-z0-9-]{2,12}\/)?article_attachments\/(\d{1,20})(?=\/|$)/i;

const FILE_HOSTS = /(?:^|\.)(?:zendesk\.com|zdusercontent\.com|zdassets\.com)$/i;

const PAGE_SIZE = 'page[size]=100';

/** Files in the text of an article or translation. */
function filesInBody(item: Item, site: URL): FoundFile[] {
  return filesInHtml(textIn(item, 'body') ?? '', site);
}

/** The files that a text shows, and those of the vendor to which it links. */
export function filesInHtml(html: string, site: URL): FoundFile[] {
  const links = linkAddresses(html, site).filter((url) => ATTACHMENT.test(url.pathname));
  const urls = [...imageAddresses(html, site), ...links].map((url) => atSite(url, site));
  return filesAt(urls, (url) => isZendesk(url, site)).map((file, index) => ({
    ...file,
    id: zendeskFileId(urls[index] ?? site),
  }));
}

/** The name under which the folder has the file of an address. */
function zendeskFileId(url: URL): string {
  return ATTACHMENT.exec(url.pathname)?.[1] ?? idOfAddress(url);
}

function isZendesk(url: URL, site: URL): boolean {
  return url.host === site.host || FILE_HOSTS.test(url.hostname);
}

/** A centre with a host of its own also serves the attachments that answers place on the vendor's host. */
function atSite(url: URL, site: URL): URL {
  const isOther = ATTACHMENT.test(url.pathname) && isZendesk(url, site);
  return isOther ? new URL(`${url.pathname}${url.search}`, site) : url;
}

function attachment(item: Item, site: URL): FoundFile[] {
  const [id, address] = [textIn(item, 'id'), textIn(item, 'content_url')];
  const url = URL.parse(address ?? '', site);
  if (!id || !/^\d{1,20}$/.test(id) || !url) return [];
  return [{ id, url: atSite(url, site).href, size: Number(item.size) || undefined }];
}

function listOf(name: string, more: Partial<List> = {}): List {
  return {
    name,
    path: ({ locale }) => `${locale ? `${locale}/` : ''}${name}.json?${PAGE_SIZE}`,
    items: (body) => itemsIn(body, name),
    address: publicAddress,
    ...more,
  };
}

export const zendesk: Vendor = {
  name: 'zendesk',
  title: 'Zendesk',
  needsToken: false,
  api: (site) => new URL('/api/v2/help_center/', site),
  fileHosts: FILE_HOSTS,
  isOwn: isZendesk,
  fileIdOf: zendeskFileId,
  headers: (token) => (token === undefined ? {} : { Authorization: authorization(token) }),
  lists: [
    {
      name: 'locales',
      path: () => 'locales.json',
      items: (body) =>
        isItem(body) && Array.isArray(body.locales) ? body.locales.map((locale) => ({ id: locale })) : [],
      optional: true,
    },
    {
      name: 'content_tags',
      // The maximum; all other lists have pages of 100.
      path: () => '/api/v2/guide/content_tags?page[size]=30',
      items: (body) => itemsIn(body, 'records'),
      needsToken: true,
      optional: true,
    },
    listOf('categories'),
    listOf('sections'),
    listOf('articles', {
      // Changes are told for all languages together.
      changes: (since, locale) =>
        locale === undefined ? `incremental/articles.json?start_time=${since}` : undefined,
      files: filesInBody,
    }),
    {
      name: 'translations',
      of: 'articles',
      changedAt: ({ updated_at }) => updated_at,
      path: ({ parent }) => `articles/${idOf(parent)}/translations.json?${PAGE_SIZE}`,
      items: (body) => itemsIn(body, 'translations'),
      optional: true,
      // A centre with one language has no others to ask for.
      isWanted: (_, fetched) => fetched.get('locales') !== 1,
      files: filesInBody,
    },
    {
      name: 'article_attachments',
      of: 'articles',
      changedAt: ({ updated_at }) => updated_at,
      path: ({ parent }) => `articles/${idOf(parent)}/attachments.json?${PAGE_SIZE}`,
      items: (body) => itemsIn(body, 'article_attachments'),
      optional: true,
      files: attachment,
    },
  ],
  next: ({ body, items }, path) => {
    if (!isItem(body) || items.length === 0) return undefined;
    if (isItem(body.meta))
      return body.meta.has_more === true ? nextByCursor(body, body.meta, path) : undefined;
    return typeof body.next_page === 'string' ? body.next_page : undefined;
  },
};

/** Content tags have no link to their next page. */
function nextByCursor({ links }: Item, meta: Item, path: string): string | undefined {
  if (isItem(links) && typeof links.next === 'string') return links.next;
  const cursor = textIn(meta, 'after_cursor');
  if (cursor === undefined) return undefined;
  const [address, query] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('page[after]', cursor);
  return `${address}?${parameters}`;
}

function idOf(parent: Item | undefined): string {
  return encodeURIComponent((parent && textIn(parent, 'id')) ?? '');
}

/** Drafts and articles for some readers have no address that others could follow. */
function publicAddress(item: Item): string | undefined {
  return item.draft === true || zendeskReaders(item) !== undefined ? undefined : textIn(item, 'html_url');
}

/**
 * The value by which only some readers may see an article: `user_segment_id: 360`; undefined if everyone may. A value
 * that is not understood hides it, too.
 */
export function zendeskReaders({ user_segment_id, user_segment_ids }: Item): string | undefined {
  if ((user_segment_id ?? null) !== null) return `user_segment_id: ${String(user_segment_id)}`;
  const isOpen =
    (user_segment_ids ?? null) === null || (Array.isArray(user_segment_ids) && user_segment_ids.length === 0);
  return isOpen ? undefined : `user_segment_ids: ${String(user_segment_ids)}`;
}

/** An API token goes with its e-mail address, `ada@example.com/token:…`; others are tokens of OAuth. */
function authorization(token: string): string {
  return token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`;
}
