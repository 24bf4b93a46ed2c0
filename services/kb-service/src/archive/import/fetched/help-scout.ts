import { entriesOf, type Item, type Listed, listEntries, type SavedLists, textIn } from '@guidepost/fetch';
import { dateOf } from '../read-dates.ts';
import { type Centre, type CentreArticle, type CentreGroup, type CentreTarget, storable } from './centre.ts';
import {
  groupDescription,
  groupName,
  hostsOf,
  namesIn,
  type ReadOptions,
  tailOf,
  titleOf,
} from './entries.ts';

const ADDRESS = /^\/(article|category|collection)\/(\d{1,20})(?:-[^/]*)?\/?$/;

/** Groups by their ids; addresses have numbers instead, by which guides and categories are known. */
type Groups = ReadonlyMap<string, CentreGroup>;

/** Reads a fetched docs site of Help Scout. */
export async function readHelpScout({ site, lists, vendor, now }: ReadOptions): Promise<Centre> {
  const collections = await entriesOf(lists, 'collections');
  const groups = groupsOf(collections, await entriesOf(lists, 'categories'));
  const restricted = new Set(
    collections.flatMap((item) => (item.visibility === 'private' ? [textIn(item, 'id')] : [])),
  );
  const listed = await listEntries(lists, 'articles', []);
  const articles: CentreArticle[] = [];
  for (const [index, article] of listed.entries()) {
    const text = await textOf(lists, article);
    articles.push({
      ...articleOf(article, { restricted, now }),
      keywords: namesIn(text.keywords),
      groups: placesOf(article, text, groups).map((group) => ({ group, position: index + 1 })),
      read: async () => storable(textIn(await textOf(lists, article), 'text') ?? ''),
    });
  }
  const redirects = readRedirects(await entriesOf(lists, 'redirects'), listed, groups);
  const hosts = hostsOf(listed.map(({ item }) => item.publicUrl)).add(site.host);
  return {
    scheme: 'helpscout',
    site,
    groups: [...groups.values()],
    articles,
    redirects,
    remarks: [],
    pages: {},
    isOwn: (url) => hosts.has(url.host) || vendor.isOwn(url, site),
    targetOf,
    fileIdOf: vendor.fileIdOf,
  };
}

/** Each article has a page of its own, with its text. */
async function textOf(lists: SavedLists, { id }: Listed): Promise<Item> {
  return (await lists.entriesOf('texts', id))[0] ?? {};
}

function groupsOf(collections: readonly Item[], categories: readonly Item[]): Groups {
  const groups = new Map<string, CentreGroup>();
  for (const item of collections)
    groups.set(textIn(item, 'id') ?? '', groupOf(item, 'collection', undefined));
  const above = new Map(groups);
  for (const item of categories) {
    const parent = above.get(textIn(item, 'collectionId') ?? '');
    groups.set(textIn(item, 'id') ?? '', groupOf(item, 'category', parent && targetTo(parent)));
  }
  return groups;
}

function groupOf(item: Item, kind: string, parent: CentreTarget | undefined): CentreGroup {
  const target = { kind, id: numberOf(item) };
  const name = groupName(textIn(item, 'name'), target);
  const [description, tail] = [groupDescription(item), textIn(item, 'slug') ?? ''];
  return { ...target, name, description, tail, parent, position: Number(item.order) || 0 };
}

function targetTo({ kind, id }: CentreTarget): CentreTarget {
  return { kind, id };
}

function numberOf(item: Item): string {
  return textIn(item, 'number') ?? textIn(item, 'id') ?? '';
}

/** In its categories, or else in its collection. */
function placesOf({ item }: Listed, text: Item, groups: Groups): CentreTarget[] {
  const ids = Array.isArray(text.categories) ? text.categories.map(String) : [];
  const found = ids.flatMap((id) => groups.get(id) ?? []);
  const collection = groups.get(textIn(item, 'collectionId') ?? '');
  return (found.length > 0 ? [...new Set(found)] : [collection]).flatMap((group) =>
    group ? [targetTo(group)] : [],
  );
}

function articleOf(
  { id, item }: Listed,
  { restricted, now }: { restricted: ReadonlySet<string | undefined>; now: Date },
): Omit<CentreArticle, 'groups' | 'read'> {
  const isRestricted = restricted.has(textIn(item, 'collectionId'));
  const state = item.status === 'published' ? undefined : `status: ${String(item.status)}`;
  return {
    kind: 'article',
    id: numberOf(item),
    title: titleOf(textIn(item, 'name'), `Article ${id}`),
    tail: textIn(item, 'slug') ?? tailOf(item.publicUrl),
    hidden: isRestricted ? 'visibility of its collection: private' : state,
    isRestricted,
    tags: [],
    votes: undefined,
    createdAt: dateOf(item.createdAt, now),
    updatedAt: dateOf(item.lastPublishedAt ?? item.updatedAt ?? item.createdAt, now),
  };
}

/** Those to other sites are not taken over, since their targets are whole addresses of the old site as well. */
function readRedirects(
  redirects: readonly Item[],
  listed: readonly Listed[],
  groups: Groups,
): NonNullable<Centre['redirects']> {
  const articles = new Map(listed.map(({ id, item }) => [id, { kind: 'article', id: numberOf(item) }]));
  return redirects.flatMap((item) => {
    const [address, document] = [textIn(item, 'urlMapping'), textIn(item, 'documentId') ?? ''];
    const target = articles.get(document) ?? groups.get(document);
    const fragment = textIn(item, 'anchor')?.replace(/^#/, '') || undefined;
    return address?.startsWith('/') && target ? [{ address, target: targetTo(target), fragment }] : [];
  });
}

function targetOf({ pathname }: URL): CentreTarget | undefined {
  const [, kind, id] = ADDRESS.exec(pathname) ?? [];
  if (kind && id) return { kind, id };
  return pathname === '/' ? { kind: 'home', id: '' } : undefined;
}
