import { entriesOf, type Item, isItem, type Listed, listEntries, textIn } from '@guidepost/fetch';
import { dateOf } from '../read-dates.ts';
import {
  type Centre,
  type CentreArticle,
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
  type ReadOptions,
  tailOf,
  titleOf,
} from './entries.ts';

/** `/acme/en/articles/12-anything`, on a host of its own without the name of the company. */
const ADDRESS =
  /^(?:\/[\w-]+)?\/[a-z]{2,3}(?:-[a-z0-9]{2,8})*\/(articles|collections)\/(\d{1,20})(?:-[^/]*)?\/?$/i;

const HOME = /^(?:\/[\w-]+)?\/(?:[a-z]{2,3}(?:-[a-z0-9]{2,8})*\/?)?$/i;

/** Milliseconds in the seconds of Intercom's dates. */
const SECOND = 1_000;

/** Reads a fetched help centre of Intercom. */
export async function readIntercom({ site, lists, vendor, locale, now }: ReadOptions): Promise<Centre> {
  const collections = await entriesOf(lists, 'collections');
  const known = new Set(collections.map((item) => textIn(item, 'id')));
  const listed = await listEntries(lists, 'articles', ['body', 'translated_content']);
  const articles: CentreArticle[] = [];
  for (const [index, article] of listed.entries()) {
    const text = inLanguage(await article.whole(), locale);
    articles.push({
      ...articleOf(article, text, now),
      groups: parentsOf(article.item)
        .filter((id) => known.has(id))
        .map((id) => ({ group: { kind: 'collection', id }, position: index + 1 })),
      language: textIn(article.item, 'default_locale'),
      translations: locale === undefined ? await translationsOf(article, now) : [],
      read: async () => storable(bodyOf(inLanguage(await article.whole(), locale))),
    });
  }
  const hosts = hostsOf(listed.map(({ item }) => item.url)).add(site.host);
  return {
    scheme: 'intercom',
    site,
    groups: groupsOf(collections),
    articles,
    remarks: [],
    pages: { home: '/' },
    isOwn: (url) => hosts.has(url.host) || vendor.isOwn(url, site),
    targetOf,
    fileIdOf: vendor.fileIdOf,
  };
}

/** An article in a language, if there is such a translation. */
function inLanguage(item: Item, locale: string | undefined): Item {
  const translations = isItem(item.translated_content) ? item.translated_content : {};
  const translation = locale === undefined ? undefined : translations[locale.toLowerCase()];
  return isItem(translation) ? { ...item, ...translation } : item;
}

/** The translations of an article, all but its own text, which is among them. */
async function translationsOf(article: Listed, now: Date): Promise<CentreTranslation[]> {
  const whole = await article.whole();
  const { translated_content: translated, default_locale: own } = whole;
  return Object.entries(isItem(translated) ? translated : {}).flatMap(([language, text]) => {
    if (!isItem(text) || language === own || language === 'type' || textIn(text, 'title') === undefined)
      return [];
    const read = async () => storable(bodyOf(inLanguage(await article.whole(), language)));
    return [{ ...articleOf(article, text, now), language, isOutdated: false, read }];
  });
}

/** The description stands above the text, unless that has it. */
function bodyOf(item: Item): string {
  const [body, description] = [textIn(item, 'body') ?? '', textIn(item, 'description')?.trim() ?? ''];
  if (description === '' || body.includes(description)) return body;
  return `<p>${description.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>${body}`;
}

function parentsOf({ parent_id, parent_ids }: Item): string[] {
  const ids = Array.isArray(parent_ids) && parent_ids.length > 0 ? parent_ids : [parent_id];
  return [...new Set(ids.flatMap((id) => (id === null || id === undefined ? [] : [String(id)])))];
}

function groupsOf(collections: readonly Item[]): CentreGroup[] {
  const parents = new Map(collections.map((item) => [textIn(item, 'id') ?? '', textIn(item, 'parent_id')]));
  return collections.map((item) => {
    const target = { kind: 'collection', id: textIn(item, 'id') ?? '' };
    const parent = parents.get(target.id);
    const isBelow = parent !== undefined && parents.has(parent) && !isInCircle(target.id, parents);
    return {
      ...target,
      name: groupName(textIn(item, 'name'), target),
      description: groupDescription(item),
      tail: tailOf(item.url),
      parent: isBelow ? { kind: 'collection', id: parent } : undefined,
      position: Number(item.order) || 0,
    };
  });
}

function articleOf({ id, item }: Listed, text: Item, now: Date): Omit<CentreArticle, 'groups' | 'read'> {
  const state = text.state ?? item.state;
  const seconds = (value: unknown) => (Number(value) ? dateOf(Number(value) * SECOND, now) : undefined);
  return {
    kind: 'article',
    id,
    title: titleOf(textIn(text, 'title'), `Article ${id}`),
    tail: tailOf(text.url ?? item.url),
    hidden: state === 'published' ? undefined : `state: ${String(state)}`,
    isRestricted: false,
    tags: [],
    summary: textIn(text, 'description') ?? '',
    votes: undefined,
    createdAt: seconds(item.created_at),
    updatedAt: seconds(item.updated_at),
  };
}

function targetOf({ pathname }: URL): CentreTarget | undefined {
  const [, list, id] = ADDRESS.exec(pathname) ?? [];
  if (list && id) return { kind: list.toLowerCase().replace(/s$/, ''), id };
  return HOME.test(pathname) ? { kind: 'home', id: '' } : undefined;
}
