import { filesAt, idOfAddress, imageAddresses } from '../files-in-html.ts';
import {
  type FoundFile,
  type Item,
  isItem,
  itemsIn,
  type List,
  nextPage,
  textIn,
  type Vendor,
} from '../vendor.ts';

const FILE_HOSTS =
  /(?:^|\.)(?:intercomcdn\.com|intercomcdn\.eu|intercom-attachments-\d+\.com|intercom\.help)$/i;

/** Whether an address is of the help centre, or of a file that Intercom keeps for it. */
function isIntercom(url: URL, site: URL): boolean {
  return url.host === site.host || FILE_HOSTS.test(url.hostname);
}

/** Images of an article and of its translations. */
function files(item: Item, site: URL): FoundFile[] {
  const translations = isItem(item.translated_content)
    ? Object.values(item.translated_content).filter(isItem)
    : [];
  const bodies = [item, ...translations].map((text) => textIn(text, 'body') ?? '');
  return filesAt(
    bodies.flatMap((body) => imageAddresses(body, site)),
    (url) => isIntercom(url, site),
  );
}

function listOf(name: string, path: string, more: Partial<List> = {}): List {
  return { name, path: () => path, items: (body) => itemsIn(body, 'data'), ...more };
}

export const intercom: Vendor = {
  name: 'intercom',
  title: 'Intercom',
  needsToken: true,
  api: () => new URL('https://api.intercom.io/'),
  fileHosts: FILE_HOSTS,
  isOwn: isIntercom,
  fileIdOf: idOfAddress,
  headers: (token): Record<string, string> => ({
    'Intercom-Version': '2.11',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  }),
  lists: [
    listOf('collections', 'help_center/collections?page=1&per_page=100'),
    listOf('redirects', 'help_center_redirects?page=1&per_page=100', { optional: true }),
    listOf('articles', 'articles?page=1&per_page=100', {
      files,
      // Their addresses have signatures that expire.
      isUrgent: true,
      address: ({ state, url }) => (state === 'published' && typeof url === 'string' ? url : undefined),
    }),
  ],
  next: ({ body }, path) => {
    const pages = isItem(body) && isItem(body.pages) ? body.pages : {};
    if (typeof pages.next === 'string') return pages.next;
    if (isItem(pages.next) && typeof pages.next.starting_after === 'string')
      return `${path.replace(/&starting_after=.*$/, '')}&starting_after=${encodeURIComponent(pages.next.starting_after)}`;
    return Number(pages.page) < Number(pages.total_pages) ? nextPage(path) : undefined;
  },
};
