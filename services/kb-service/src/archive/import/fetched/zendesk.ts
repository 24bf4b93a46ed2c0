import {
  entriesOf,
  type Item,
  type Listed,
  listEntries,
  type SavedLists,
  textIn,
  zendeskReaders,
} from '@guidepost/fetch';
import { votesFrom } from '../../../readers/earlier-votes.ts';
import { dateOf } from '../read-dates.ts';
import {
  type Centre,
  type CentreArticle,
  type CentreFile,
  type CentreGroup,
  type CentreTarget,
  type CentreTranslation,
  storable,
} from './centre.ts';
import {
  groupDescription,
  groupName,
  hostsOf,
  isInCircle,
  namesIn,
  type ReadOptions,
  tailOf,
  titleOf,
} from './entries.ts';

const ADDRESS =
  /^\/hc(?:\/[a-z]{2,3}(?:-[a-z0-9]{2,8})*)?(?:\/(articles|sections|categories|article_attachments)\/(\d{1,20})(?:[-/].*)?|\/?)$/i;

const KINDS: Record<string, string> = {
  articles: 'article',
  sections: 'section',
  categories: 'category',
  article_attachments: 'attachment',
};

/** Reads a fetched help centre of Zendesk. */
export async function readZendesk({ site, lists, vendor, locale, now }: ReadOptions): Promise<Centre> {
  const categories = await entriesOf(lists, 'categories');
  const sections = await entriesOf(lists, 'sections');
  const articles = await listArticles(lists, locale);
  const { groups, remarks } = readGroups(categories, sections);
  const hosts = hostsOf(
    [...categories, ...sections, ...articles.map(({ item }) => item)].flatMap(({ html_url, url }) => [
      html_url,
      url,
    ]),
  ).add(site.host);
  const contentTags = await readContentTags(lists);
  const sources = { lists, sections, contentTags, now, isTranslated: locale === undefined };
  const read = await readArticles(articles, sources);
  return {
    scheme: 'zendesk',
    site,
    groups,
    articles: read.articles,
    remarks: [...remarks, ...read.remarks],
    fileKind: 'attachment',
    pages: { home: '/', search: '/search', contact: 'contact' },
    isOwn: (url) => hosts.has(url.host) || vendor.isOwn(url, site),
    targetOf,
    fileIdOf: vendor.fileIdOf,
  };
}

async function listArticles(lists: SavedLists, locale: string | undefined): Promise<Listed[]> {
  const listed = await listEntries(lists, 'articles', ['body']);
  return locale === undefined
    ? listed
    : Promise.all(listed.map((article) => translate(article, lists, locale)));
}

async function translate(article: Listed, lists: SavedLists, locale: string): Promise<Listed> {
  const find = async () =>
    (await lists.entriesOf('translations', article.id)).find(
      (translation) => textIn(translation, 'locale')?.toLowerCase() === locale.toLowerCase(),
    );
  const translation =
    textIn(article.item, 'locale')?.toLowerCase() === locale.toLowerCase() ? undefined : await find();
  if (!translation) return article;
  const { title, draft, hidden, html_url, locale: language } = translation;
  const item = { ...article.item, title, html_url: html_url ?? article.item.html_url, locale: language };
  const isHidden = draft === true || hidden === true;
  return {
    ...article,
    item: isHidden ? { ...item, draft: true } : item,
    whole: async () => (await find()) ?? {},
  };
}

function readGroups(categories: readonly Item[], sections: readonly Item[]) {
  const known = new Set([
    ...categories.map((item) => `category:${textIn(item, 'id')}`),
    ...sections.map((item) => `section:${textIn(item, 'id')}`),
  ]);
  const parents = new Map(
    sections.map((item) => [textIn(item, 'id') ?? '', textIn(item, 'parent_section_id')]),
  );
  const remarks: string[] = [];
  const groups = [
    ...categories.map((item) => groupOf(item, 'category', undefined)),
    ...sections.map((item) => {
      const id = textIn(item, 'id') ?? '';
      const isCircular = isInCircle(id, parents);
      if (isCircular) remarks.push(`sections/${id}: is below itself, so it stands in its category`);
      const above = isCircular ? undefined : target('section', item.parent_section_id);
      const around = target('category', item.category_id);
      return groupOf(
        item,
        'section',
        [above, around].find((group) => group && known.has(`${group.kind}:${group.id}`)),
      );
    }),
  ];
  return { groups, remarks };
}

function groupOf(item: Item, kind: string, parent: CentreTarget | undefined): CentreGroup {
  const id = textIn(item, 'id') ?? '';
  const name = groupName(textIn(item, 'name'), { kind, id });
  const description = groupDescription(item);
  return {
    kind,
    id,
    name,
    description,
    tail: tailOf(item.html_url),
    parent,
    position: Number(item.position) || 0,
  };
}

function target(kind: string, id: unknown): CentreTarget | undefined {
  return id === null || id === undefined ? undefined : { kind, id: String(id) };
}

/** Names by id. */
type ContentTags = ReadonlyMap<string, string>;

/** Content tags, which posts of the community have as well; fetched with a token only. */
async function readContentTags(lists: SavedLists): Promise<ContentTags> {
  const tags = await entriesOf(lists, 'content_tags');
  return new Map(tags.map((item) => [textIn(item, 'id') ?? '', textIn(item, 'name') ?? '']));
}

interface ArticleSources {
  lists: SavedLists;
  sections: readonly Item[];
  contentTags: ContentTags;
  now: Date;
  /** Whether translations are imported as such. */
  isTranslated: boolean;
}

async function readArticles(
  listed: readonly Listed[],
  { lists, sections, contentTags, now, isTranslated }: ArticleSources,
) {
  const positions = orderArticles(listed, sections);
  const known = new Set(sections.map((item) => textIn(item, 'id')));
  const remarks: string[] = [];
  const articles: CentreArticle[] = [];
  let untagged = 0;
  for (const { id, item, whole } of listed) {
    const section = textIn(item, 'section_id');
    const isPlaced = section !== undefined && known.has(section);
    if (!isPlaced) remarks.push(`articles/${id}: is in no section that was fetched`);
    const groups = isPlaced
      ? [{ group: { kind: 'section', id: section }, position: positions.get(id) ?? 1 }]
      : [];
    const ownTags = namesIn(item.content_tag_ids).map((tag) => contentTags.get(tag));
    if (ownTags.includes(undefined)) untagged += 1;
    const article = articleOf(id, item, now);
    articles.push({
      ...article,
      translations: isTranslated ? await translationsOf(lists, { id, item }, now) : [],
      tags: [...article.tags, ...namesIn(ownTags.filter((name) => name !== undefined))],
      groups,
      files: await filesOf(lists, id),
      read: async () => storable(textIn(await whole(), 'body') ?? ''),
    });
  }
  if (untagged > 0)
    remarks.push(
      `Content tags of ${untagged} articles are not imported, since their names were not fetched.`,
    );
  return { articles, remarks };
}

function articleOf(id: string, item: Item, now: Date): Omit<CentreArticle, 'groups' | 'read' | 'files'> {
  const segment = zendeskReaders(item);
  return {
    kind: 'article',
    id,
    title: titleOf(textIn(item, 'title') ?? textIn(item, 'name'), `Article ${id}`),
    tail: tailOf(item.html_url),
    hidden: segment ?? (item.draft === true ? 'draft: true' : undefined),
    isRestricted: segment !== undefined,
    language: textIn(item, 'locale'),
    tags: namesIn(item.label_names),
    votes: votesOf(item),
    createdAt: dateOf(item.created_at, now),
    updatedAt: dateOf(item.edited_at ?? item.updated_at, now),
  };
}

/** The translations of an article, all but the text that it was written in. */
async function translationsOf(
  lists: SavedLists,
  { id, item }: Pick<Listed, 'id' | 'item'>,
  now: Date,
): Promise<CentreTranslation[]> {
  const locale = textIn(item, 'locale')?.toLowerCase();
  const readAll = () => lists.entriesOf('translations', id);
  return (await readAll()).flatMap((translation) => {
    const language = textIn(translation, 'locale');
    if (language === undefined || language.toLowerCase() === locale) return [];
    const { title, html_url, draft, hidden, outdated, created_at, updated_at } = translation;
    const isHidden = draft === true || hidden === true;
    const own = articleOf(
      id,
      { ...item, title, html_url, draft: isHidden, created_at, updated_at, edited_at: null },
      now,
    );
    const read = async () => {
      const found = (await readAll()).find((one) => textIn(one, 'locale') === language);
      return storable(textIn(found ?? {}, 'body') ?? '');
    };
    return [{ ...own, language, isOutdated: outdated === true, read }];
  });
}

function votesOf({ vote_sum, vote_count }: Item): CentreArticle['votes'] {
  const [sum, count] = [Number(vote_sum), Number(vote_count)];
  return votesFrom(Math.floor((count + sum) / 2), Math.floor((count - sum) / 2));
}

const collator = new Intl.Collator('en', { numeric: true });

/** By which articles of a section are sorted, besides their own order. */
const ORDERS: Record<string, (a: Item, b: Item) => number> = {
  title: (a, b) => collator.compare(String(a.title), String(b.title)),
  creation_asc: (a, b) => collator.compare(String(a.created_at), String(b.created_at)),
  creation_desc: (a, b) => collator.compare(String(b.created_at), String(a.created_at)),
};

/** The place of each article in its section, by its id. Promoted ones come first. */
function orderArticles(listed: readonly Listed[], sections: readonly Item[]): Map<string, number> {
  const sortings = new Map(sections.map((item) => [textIn(item, 'id'), textIn(item, 'sorting') ?? '']));
  const bySection = Map.groupBy(listed, ({ item }) => textIn(item, 'section_id'));
  const positions = new Map<string, number>();
  for (const [section, articles] of bySection) {
    const compare = ORDERS[sortings.get(section) ?? ''] ?? byPosition;
    const sorted = articles.toSorted(
      (a, b) =>
        Number(b.item.promoted === true) - Number(a.item.promoted === true) ||
        compare(a.item, b.item) ||
        collator.compare(a.id, b.id),
    );
    for (const [index, { id }] of sorted.entries()) positions.set(id, index + 1);
  }
  return positions;
}

function byPosition(a: Item, b: Item): number {
  return (Number(a.position) || 0) - (Number(b.position) || 0);
}

/** Files that hang on an article, and those in its text. */
async function filesOf(lists: SavedLists, id: string): Promise<CentreFile[]> {
  const attachments = await lists.entriesOf('article_attachments', id);
  return attachments.flatMap((item) => {
    const [file, url] = [textIn(item, 'id'), textIn(item, 'content_url')];
    if (file === undefined || url === undefined) return [];
    const name = storable(textIn(item, 'file_name') ?? '') || file;
    return [{ id: file, url, name, isListed: item.inline !== true }];
  });
}

function targetOf(url: URL): CentreTarget | undefined {
  const [path, list, id] = ADDRESS.exec(url.pathname) ?? [];
  if (path === undefined) return url.pathname === '/' ? { kind: 'home', id: '' } : undefined;
  return { kind: (list && KINDS[list.toLowerCase()]) || 'home', id: id ?? '' };
}
