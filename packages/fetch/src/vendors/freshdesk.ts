import { filesAt, idOfAddress, imageAddresses } from '../files-in-html.ts';
import {
  basicKey,
  type FoundFile,
  type Item,
  isItem,
  itemsIn,
  type List,
  nextPage,
  textIn,
  type Vendor,
} from '../vendor.ts';

const FILE_HOSTS = /(?:^|\.)freshdesk\.com$|^s3(?:[.-][a-z0-9-]+)?\.amazonaws\.com$/i;

const PAGE_SIZE = 100;

/** `/helpdesk/attachments/43…`, `/data/helpdesk/attachments/production/43…/original/a.png` */
const ATTACHMENT = /\/attachments\/(?:production\/)?(\d{1,20})(?=\/|$)/;

/** Whether an address is of the portal, or of a file that Freshdesk keeps for it. */
function isFreshdesk(url: URL, site: URL): boolean {
  const isBucket = url.hostname.endsWith('amazonaws.com');
  return (
    url.host === site.host ||
    (FILE_HOSTS.test(url.hostname) && (!isBucket || url.pathname.includes('freshdesk')))
  );
}

/** The name under which the folder has the file of an address. */
function freshdeskFileId(url: URL): string {
  return ATTACHMENT.exec(url.pathname)?.[1] ?? idOfAddress(url);
}

function files(item: Item, site: URL): FoundFile[] {
  const images = imageAddresses(textIn(item, 'description') ?? '', site);
  const attached = itemsIn(item, 'attachments').flatMap((file) => {
    const url = URL.parse(textIn(file, 'attachment_url') ?? '', site);
    const id = textIn(file, 'id') ?? '';
    return url && /^\d{1,20}$/.test(id) ? [{ id, url: url.href }] : [];
  });
  const inText = filesAt(images, (url) => isFreshdesk(url, site));
  return [
    ...inText.map((file, index) => ({ ...file, id: freshdeskFileId(images[index] ?? site) })),
    ...attached,
  ];
}

/** Answers are lists without anything around them. */
const items = (body: unknown): Item[] => (Array.isArray(body) ? body.filter(isItem) : []);

function listBelow(name: string, above: string | undefined, more: Partial<List> = {}): List {
  return {
    name,
    path: ({ parent, locale }) => {
      const below =
        parent && above !== undefined ? `${above}/${encodeURIComponent(textIn(parent, 'id') ?? '')}/` : '';
      return `${below}${name}${locale ? `/${locale}` : ''}?page=1&per_page=${PAGE_SIZE}`;
    },
    items,
    ...(above !== undefined && { of: above }),
    ...more,
  };
}

export const freshdesk: Vendor = {
  name: 'freshdesk',
  title: 'Freshdesk',
  needsToken: true,
  api: (site) => new URL('/api/v2/solutions/', site),
  fileHosts: FILE_HOSTS,
  isOwn: isFreshdesk,
  fileIdOf: freshdeskFileId,
  headers: (token) => (token === undefined ? {} : { Authorization: basicKey(token) }),
  lists: [
    listBelow('categories', undefined),
    listBelow('folders', 'categories'),
    listBelow('articles', 'folders', {
      files,
      isUrgent: true,
      address: ({ id, status }, site) =>
        Number(status) === 2 ? new URL(`/support/solutions/articles/${String(id)}`, site).href : undefined,
    }),
  ],
  // The header `link` says the same, but is not in a saved page.
  next: ({ items: found }, path) => (found.length >= PAGE_SIZE ? nextPage(path) : undefined),
};
