import { filesAt, idOfAddress, imageAddresses, linkAddresses } from '../files-in-html.ts';
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

const FILE_HOSTS =
  /^(?:d33v4339jhl8k0\.cloudfront\.net|(?:[a-z0-9-]+\.)*helpscout\.(?:net|com)|s3\.amazonaws\.com)$/i;

/** Whether an address is of the docs site, or of a file that Help Scout keeps for it. */
function isHelpScout(url: URL, site: URL): boolean {
  const isFile =
    FILE_HOSTS.test(url.hostname) &&
    (url.hostname !== 's3.amazonaws.com' || url.pathname.startsWith('/helpscout'));
  return url.host === site.host || isFile;
}

function files(item: Item, site: URL): FoundFile[] {
  const text = textIn(item, 'text') ?? '';
  const links = linkAddresses(text, site).filter(
    (url) => isHelpScout(url, site) && /\.[a-z0-9]{2,4}$/i.test(url.pathname),
  );
  return filesAt([...imageAddresses(text, site), ...links], (url) => isHelpScout(url, site));
}

/** `{"articles":{"page":1,"pages":3,"items":[…]}}` */
function listOf(name: string, path: List['path'], more: Partial<List> = {}): List {
  const member = name.replace(/^.*_/, '');
  return { name, path, items: (body) => (isItem(body) ? itemsIn(body[member], 'items') : []), ...more };
}

const idOf = (parent: Item | undefined) => encodeURIComponent((parent && textIn(parent, 'id')) ?? '');

export const helpScout: Vendor = {
  name: 'helpscout',
  title: 'Help Scout',
  needsToken: true,
  api: () => new URL('https://docsapi.helpscout.net/v1/'),
  fileHosts: FILE_HOSTS,
  isOwn: isHelpScout,
  fileIdOf: idOfAddress,
  headers: (token) => (token === undefined ? {} : { Authorization: basicKey(token) }),
  lists: [
    listOf('sites', () => 'sites?page=1'),
    listOf('redirects', ({ parent }) => `redirects/site/${idOf(parent)}?page=1`, {
      of: 'sites',
      optional: true,
    }),
    listOf('collections', () => 'collections?page=1&sort=order', { address: publicUrl }),
    listOf('categories', ({ parent }) => `collections/${idOf(parent)}/categories?page=1&sort=order`, {
      of: 'collections',
    }),
    listOf(
      'articles',
      ({ parent }) => `collections/${idOf(parent)}/articles?page=1&pageSize=100&status=all`,
      {
        of: 'collections',
        address: publicUrl,
      },
    ),
    {
      name: 'texts',
      of: 'articles',
      path: ({ parent }) => `articles/${idOf(parent)}`,
      items: (body) => (isItem(body) && isItem(body.article) ? [body.article] : []),
      changedAt: ({ updatedAt, lastPublishedAt }) => updatedAt ?? lastPublishedAt,
      files,
    },
  ],
  next: ({ body }, path) => {
    const list = isItem(body) ? Object.values(body).find(isItem) : undefined;
    return list && Number(list.page) < Number(list.pages) ? nextPage(path) : undefined;
  },
};

function publicUrl({ publicUrl: url, status, visibility }: Item): string | undefined {
  const isHidden = (status !== undefined && status !== 'published') || visibility === 'private';
  return typeof url === 'string' && !isHidden ? url : undefined;
}
