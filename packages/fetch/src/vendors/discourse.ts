import { idOfAddress, imageAddresses, linkAddresses } from '../files-in-html.ts';
import { type FoundFile, type Item, isItem, itemsIn, nextPage, textIn, type Vendor } from '../vendor.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const SHA1_DIGITS = 40;

/** Base 62 of a SHA-1 has 27 digits at most. */
const SHORT_ALONE = /^upload:\/\/([0-9a-zA-Z]{1,27})(?:\.[\w.-]{1,20})?$/;

/** Where forums that Discourse runs keep files; others often keep them in S3. */
const FILE_HOSTS =
  /(?:^|\.)(?:discourse-cdn\.com|discourse\.org|s3[.-](?:dualstack\.)?[a-z0-9-]{1,40}\.amazonaws\.com)$/i;

/** Uploads are named by the SHA-1 of their content. */
const UPLOAD = /\/uploads\/.{0,200}?\/([0-9a-f]{40})(?=[_.]|$)/;

/** `upload://9QcYfNNFjVSh6CLrLYdkE9tRzzL.png` in the text of a post. */
const SHORT = /upload:\/\/[0-9a-zA-Z]{1,27}(?:\.[\w-]{1,20})?/g;

/** Files in the text of a post, and in its HTML those that the text does not name. */
function filesOfPost(post: Item, site: URL): FoundFile[] {
  const [raw, html] = ['raw', 'cooked'].map((member) => textIn(post, member) ?? '');
  const shorts = Array.from(raw?.matchAll(SHORT) ?? [], ([short]) => ({
    id: sha1OfShort(short),
    url: new URL(`/uploads/short-url/${short.slice('upload://'.length)}`, site).href,
  }));
  const shown = [...linkAddresses(html ?? '', site), ...imageAddresses(html ?? '', site)].map((url) => ({
    id: UPLOAD.exec(url.pathname)?.[1],
    url: url.href,
    foreign: !isDiscourse(url, site),
  }));
  const files = new Map<string, FoundFile>();
  for (const { id, ...file } of [...shorts, ...shown])
    if (id !== undefined && !files.has(id)) files.set(id, { id, ...file });
  return [...files.values()];
}

function isDiscourse(url: URL, site: URL): boolean {
  return url.host === site.host || FILE_HOSTS.test(url.hostname);
}

function idOf(topic: Item | undefined): string {
  return encodeURIComponent((topic && textIn(topic, 'id')) ?? '');
}

function postsIn(body: unknown): Item[] {
  return isItem(body) ? itemsIn(body.post_stream, 'posts') : [];
}

/** A page of a topic has 20 posts; its stream has the ids of all. */
function hasMorePosts({ post_stream: stream }: Item, posts: readonly Item[]): boolean {
  const ids = isItem(stream) && Array.isArray(stream.stream) ? (stream.stream as unknown[]) : [];
  return posts.length > 0 && ids.length > 0 && ids.at(-1) !== posts.at(-1)?.id;
}

export const discourse: Vendor = {
  name: 'discourse',
  title: 'Discourse',
  needsToken: false,
  api: (site) => new URL('/', site),
  fileHosts: FILE_HOSTS,
  isOwn: isDiscourse,
  fileIdOf: (url) => UPLOAD.exec(url.pathname)?.[1] ?? idOfAddress(url),
  headers: (token) => (token === undefined ? {} : keyHeaders(token)),
  lists: [
    { name: 'site', path: () => 'site.json', items: (body) => itemsIn(body, 'categories'), optional: true },
    {
      name: 'topics',
      path: () => 'latest.json?order=created&ascending=true&page=0',
      items: (body) => (isItem(body) ? itemsIn(body.topic_list, 'topics') : []),
      address: ({ id, slug }, site) => new URL(`/t/${String(slug || '-')}/${String(id)}`, site).href,
    },
    {
      name: 'posts',
      of: 'topics',
      changedAt: ({ bumped_at }) => bumped_at,
      path: ({ parent }) => `t/${idOf(parent)}.json?include_raw=1&page=1`,
      items: postsIn,
      files: filesOfPost,
    },
  ],
  next: ({ body, items }, path) => {
    if (!isItem(body)) return undefined;
    const { topic_list: list } = body;
    const hasMore = isItem(list) ? typeof list.more_topics_url === 'string' : hasMorePosts(body, items);
    return hasMore && items.length > 0 ? nextPage(path) : undefined;
  },
};

/** `ada:abc123`, the name of a person and a key for them; a key alone is used for the system. */
function keyHeaders(token: string): Record<string, string> {
  const [name, key] = token.includes(':') ? token.split(':', 2) : ['system', token];
  return { 'Api-Key': key ?? '', 'Api-Username': name ?? '' };
}

/**
 * The SHA-1 that an address such as `upload://9QcYfNNFjVSh6CLrLYdkE9tRzzL.png` has in base 62; undefined for others.
 */
export function sha1OfShort(address: string): string | undefined {
  const [, digits] = SHORT_ALONE.exec(address) ?? [];
  if (digits === undefined) return undefined;
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  const sha1 = value.toString(16).padStart(SHA1_DIGITS, '0');
  return sha1.length === SHA1_DIGITS ? sha1 : undefined;
}

/** The same as Discourse writes it. @param sha1 40 hexadecimal digits */
export function shortOfSha1(sha1: string, extension: string): string {
  let digits = '';
  for (let value = BigInt(`0x${sha1}`); value > 0n; value /= 62n)
    digits = DIGITS[Number(value % 62n)] + digits;
  return `upload://${digits || '0'}${extension && `.${extension}`}`;
}
