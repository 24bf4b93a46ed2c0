import { entriesOf, type Item, isItem, type Listed, listEntries, textIn } from '@guidepost/fetch';
import { votesFrom } from '../../../readers/earlier-votes.ts';
import { dateOf } from '../read-dates.ts';
import {
  type Centre,
  type CentreArticle,
  type CentreFile,
  type CentreGroup,
  type CentreTarget,
  storable,
} from './centre.ts';
import { groupDescription, groupName, namesIn, type ReadOptions, titleOf } from './entries.ts';

const ADDRESS =
  /^(?:\/[a-z]{2,3}(?:-[a-z0-9]{2,8})?)?\/support\/solutions\/(?:(articles|folders)\/)?(\d{1,20})(?:-[^/]*)?\/?$/i;

const HOME = /^(?:\/[a-z]{2,3}(?:-[a-z0-9]{2,8})?)?\/(?:support(?:\/(?:home|solutions))?\/?)?$/i;

const KINDS: Record<string, string> = { articles: 'article', folders: 'folder' };

const PUBLISHED = 2;

/** Everyone may read the articles of a folder. */
const VISIBLE_TO_ALL = 1;

/** Reads the fetched solutions of Freshdesk. */
export async function readFreshdesk({ site, lists, vendor, now }: ReadOptions): Promise<Centre> {
  const categories = await entriesOf(lists, 'categories');
  const folders = new Map((await entriesOf(lists, 'folders')).map((item) => [textIn(item, 'id'), item]));
  const listed = await listEntries(lists, 'articles', ['description', 'description_text']);
  const articles = listed.map((article, index) => {
    const folder = folders.get(textIn(article.item, 'folder_id'));
    const group = folder && { kind: 'folder', id: textIn(folder, 'id') ?? '' };
    return {
      ...articleOf(article, folder, now),
      files: attachmentsOf(article.item),
      groups: group ? [{ group, position: index + 1 }] : [],
      read: async () => storable(textIn(await article.whole(), 'description') ?? ''),
    };
  });
  return {
    scheme: 'freshdesk',
    site,
    groups: groupsOf(categories, [...folders.values()], listed),
    articles,
    remarks: filesOf(listed),
    pages: { home: '/', search: '/search', contact: 'contact' },
    isOwn: (url) => vendor.isOwn(url, site),
    targetOf,
    fileIdOf: vendor.fileIdOf,
  };
}

/** A folder does not say its category, but its articles do. */
function groupsOf(
  categories: readonly Item[],
  folders: readonly Item[],
  listed: readonly Listed[],
): CentreGroup[] {
  const known = new Set(categories.map((item) => textIn(item, 'id')));
  const above = new Map(listed.map(({ item }) => [textIn(item, 'folder_id'), textIn(item, 'category_id')]));
  return [
    ...categories.map((item, index) => groupOf(item, 'category', { parent: undefined, position: index + 1 })),
    ...folders.map((item, index) => {
      const id = textIn(item, 'category_id') ?? above.get(textIn(item, 'id'));
      const parent = id !== undefined && known.has(id) ? { kind: 'category', id } : undefined;
      return groupOf(item, 'folder', { parent, position: index + 1 });
    }),
  ];
}

function groupOf(
  item: Item,
  kind: string,
  place: { parent: CentreTarget | undefined; position: number },
): CentreGroup {
  const target = { kind, id: textIn(item, 'id') ?? '' };
  const name = groupName(textIn(item, 'name'), target);
  return { ...target, ...place, name, description: groupDescription(item), tail: '' };
}

function articleOf(
  { id, item }: Listed,
  folder: Item | undefined,
  now: Date,
): Omit<CentreArticle, 'groups' | 'read' | 'files'> {
  const visibility = folder?.visibility ?? VISIBLE_TO_ALL;
  const isRestricted = Number(visibility) !== VISIBLE_TO_ALL;
  const state = Number(item.status) === PUBLISHED ? undefined : `status: ${String(item.status)}`;
  return {
    kind: 'article',
    id,
    title: titleOf(textIn(item, 'title'), `Article ${id}`),
    tail: '',
    hidden: isRestricted ? `visibility of its folder: ${String(visibility)}` : state,
    isRestricted,
    tags: namesIn(item.tags),
    ...forSearchEngines(item),
    votes: votesFrom(item.thumbs_up, item.thumbs_down),
    createdAt: dateOf(item.created_at, now),
    updatedAt: dateOf(item.updated_at, now),
  };
}

function forSearchEngines({ seo_data: data }: Item): Pick<CentreArticle, 'summary' | 'keywords'> {
  const { meta_keywords: words, ...texts } = isItem(data) ? data : {};
  return {
    summary: textIn(texts, 'meta_description') ?? '',
    keywords: typeof words === 'string' ? [words] : namesIn(words),
  };
}

function attachmentsOf({ attachments }: Item): CentreFile[] {
  const items: unknown[] = Array.isArray(attachments) ? attachments : [];
  return items.filter(isItem).flatMap((item) => {
    const [id, url] = [textIn(item, 'id'), textIn(item, 'attachment_url')];
    if (id === undefined || url === undefined) return [];
    return [{ id, url, name: storable(textIn(item, 'name') ?? '') || id, isListed: true }];
  });
}

/** Files without an address. */
function filesOf(listed: readonly Listed[]): string[] {
  return listed.flatMap(({ id, item }) => {
    const all = Array.isArray(item.attachments) ? item.attachments.length : 0;
    const files = all - attachmentsOf(item).length;
    return files > 0 ? [`articles/${id}: its ${files} files are not imported`] : [];
  });
}

function targetOf({ pathname }: URL): CentreTarget | undefined {
  const [, list = '', id] = ADDRESS.exec(pathname) ?? [];
  if (id) return { kind: KINDS[list.toLowerCase()] ?? 'category', id };
  return HOME.test(pathname) ? { kind: 'home', id: '' } : undefined;
}
