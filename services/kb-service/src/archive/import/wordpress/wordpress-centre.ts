import { createHash } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';
import { textContent } from 'domutils';
import { readPath } from '../../../addresses/address.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import {
  type Centre,
  type CentreArticle,
  type CentreGroup,
  type CentreTarget,
  storable,
} from '../fetched/centre.ts';
import { groupName, titleOf } from '../fetched/entries.ts';
import { dateOf } from '../read-dates.ts';
import type { WxrExport, WxrItem, WxrTerm } from './read-wxr.ts';
import type { Uploads } from './uploads.ts';
import { prepareWordPressHtml } from './wordpress-html.ts';

/** Types of posts that are texts for readers: WordPress's own, and those of plugins for documentation. */
const USUAL_TYPES = new Set(
  'post page doc docs documentation article articles kb kbe_knowledgebase knowledgebase knowledge_base ht_kb epkb_post_type_1 faq faqs manual_documentation wpkb-article'.split(
    ' ',
  ),
);

/** Types that are no texts, which nobody misses. */
const TECHNICAL_TYPES =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|elementor_.*|acf-.*)$/;

/** Versions, and what was thrown away or never written. */
const GONE = new Set(['trash', 'auto-draft', 'inherit']);

const CATEGORIES = /(?:^|[_-])cat(?:egor(?:y|ies))?(?:_\d+)?$/;
const TAGS = /(?:^|[_-])tags?(?:_\d+)?$/;

export interface WordPressOptions {
  /** Types of posts; undefined: pages, posts, and those of plugins for documentation. */
  postTypes: readonly string[] | undefined;
  uploads: Uploads;
  now: Date;
}

/** @throws AppError `invalid` if there is no post of the types */
export function readWordPress(found: WxrExport, { postTypes, uploads, now }: WordPressOptions): Centre {
  const isWanted = ({ type }: WxrItem) => (postTypes ? postTypes.includes(type) : USUAL_TYPES.has(type));
  const items = [...found.items.values()];
  const wanted = items.filter((item) => isWanted(item) && !GONE.has(item.status));
  if (wanted.length === 0) {
    const types = countTypes(items.filter(({ type }) => !TECHNICAL_TYPES.test(type)));
    throw new AppError(
      'invalid',
      `The export has nothing to import; it has ${types || 'no posts'}. See --post-type.`,
    );
  }
  const site = siteOf(found);
  const groups = readGroups(found.terms, wanted);
  const articles = wanted.map((item) => articleOf(item, { groups, now }));
  const targets = targetsOf(wanted, groups);
  const ids = new Set(wanted.map(({ id }) => id));
  const hosts = new Set([...found.sites].map((address) => URL.parse(address)?.host));
  const hasUploads = uploads.path !== '';
  const isOfSite = (url: URL) => hosts.has(url.host);
  const targetOf = (url: URL) => (isOfSite(url) ? findTarget(url, { targets, ids }) : undefined);
  return {
    scheme: 'wordpress',
    site,
    groups: groups.list,
    articles,
    pages: {},
    redirects: Array.from(targets, ([address, target]) => ({ address, target, fragment: undefined })),
    remarks: describeRest(items, wanted),
    // Links to the rest of the site stay, and images if no uploads are at hand: it may go on living.
    isOwn: (url) =>
      targetOf(url) !== undefined || (hasUploads && isOfSite(url) && uploadOf(url) !== undefined),
    targetOf,
    fileIdOf: (url) => uploadOf(url) ?? '',
    fileAddresses: uploads.fileNames().map((path) => ({ address: `${UPLOADS}${path}`, path })),
    missing: `is not in ${uploads.path}`,
    prepare: (root) => prepareWordPressHtml(root, site),
  };
}

const UPLOADS = '/wp-content/uploads/';

/** The path of an upload below their folder. */
function uploadOf(url: URL): string | undefined {
  const path = decoded(url.pathname);
  const at = path.indexOf(UPLOADS);
  return at < 0 ? undefined : path.slice(at + UPLOADS.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}

function siteOf({ sites }: WxrExport): URL {
  const [first] = [...sites].flatMap((address) => URL.parse(address) ?? []);
  return first ?? new URL('https://wordpress.invalid/');
}

interface Groups {
  list: CentreGroup[];
  /** By domain and slug. */
  categories: ReadonlyMap<string, CentreGroup>;
  /** Pages with others below them, by their id. */
  parents: ReadonlyMap<string, CentreGroup>;
  /** The place of each item among those in its order. */
  positions: ReadonlyMap<WxrItem, number>;
}

/** Categories with posts, and pages that have others below them. */
function readGroups(terms: readonly WxrTerm[], items: readonly WxrItem[]): Groups {
  const categories = readCategories(terms, items);
  const above = new Set(items.map(({ parent }) => parent));
  const ids = new Map(items.map((item) => [item.id, item]));
  const parents = new Map<string, CentreGroup>();
  for (const { id, title, name, parent, order } of items) {
    if (!above.has(id)) continue;
    const isBelow = ids.has(parent) && !isBelowItself(id, ids);
    parents.set(id, {
      kind: 'parent',
      id,
      name: groupName(plain(title), { kind: 'page', id }),
      tail: decoded(name),
      parent: isBelow ? { kind: 'parent', id: parent } : undefined,
      position: order,
    });
  }
  const sorted = items.toSorted((a, b) => a.order - b.order);
  const positions = new Map(sorted.map((item, index) => [item, index + 1]));
  return { list: [...categories.values(), ...parents.values()], categories, parents, positions };
}

function isBelowItself(id: string, items: ReadonlyMap<string, WxrItem>): boolean {
  const seen = new Set<string>();
  for (let at = items.get(id)?.parent; at !== undefined && !seen.has(at); at = items.get(at)?.parent) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

const keyOf = ({ domain, slug }: Pick<WxrTerm, 'domain' | 'slug'>) => `${domain} ${slug}`;

function readCategories(terms: readonly WxrTerm[], items: readonly WxrItem[]): Map<string, CentreGroup> {
  const known = new Map<string, WxrTerm>();
  for (const term of [...items.flatMap((item) => item.terms), ...terms])
    if (CATEGORIES.test(term.domain)) known.set(keyOf(term), term);
  const used = new Set<string>();
  for (const { terms: own } of items) {
    for (const term of own) {
      // A circle ends at what is used already.
      for (let at = known.get(keyOf(term)); at && !used.has(keyOf(at)); at = parentOf(at, known))
        used.add(keyOf(at));
    }
  }
  const groups = new Map<string, CentreGroup>();
  for (const [key, term] of known) {
    if (!used.has(key)) continue;
    const parent = parentOf(term, known);
    const isCircular = parent !== undefined && leadsBack(term, known);
    groups.set(key, {
      kind: 'category',
      id: idOf(term),
      name: groupName(plain(term.name), { kind: 'category', id: term.slug }),
      tail: decoded(term.slug),
      parent: parent && !isCircular ? { kind: 'category', id: idOf(parent) } : undefined,
      position: groups.size + 1,
    });
  }
  return groups;
}

function parentOf({ domain, parent }: WxrTerm, known: ReadonlyMap<string, WxrTerm>): WxrTerm | undefined {
  return parent ? known.get(keyOf({ domain, slug: parent })) : undefined;
}

function leadsBack(term: WxrTerm, known: ReadonlyMap<string, WxrTerm>): boolean {
  const seen = new Set<WxrTerm>();
  for (let at = parentOf(term, known); at && !seen.has(at); at = parentOf(at, known)) {
    if (keyOf(at) === keyOf(term)) return true;
    seen.add(at);
  }
  return false;
}

/** Terms that the export does not list have no number. */
function idOf({ id, domain, slug }: WxrTerm): string {
  return id ?? createHash('sha256').update(`${domain} ${slug}`).digest('hex').slice(0, 16);
}

function articleOf(item: WxrItem, { groups, now }: { groups: Groups; now: Date }): CentreArticle {
  const { id, title, name, status, password, terms } = item;
  const restricted = password === '' ? undefined : 'post_password';
  const hidden = status === 'publish' ? restricted : `status: ${status}`;
  return {
    kind: 'post',
    id,
    title: titleOf(plain(title), `Post ${id}`),
    tail: decoded(name),
    groups: groupsOf(item, groups),
    hidden,
    isRestricted: restricted !== undefined || status === 'private',
    tags: terms
      .filter(({ domain }) => TAGS.test(domain))
      .map((term) => plain(term.name) || decoded(term.slug)),
    votes: undefined,
    createdAt: dateOf(toIso(item.created), now),
    updatedAt: dateOf(toIso(item.modified) ?? toIso(item.created), now),
    read: async () => storable(item.content()),
  };
}

/** A page stands before those below it. */
function groupsOf(item: WxrItem, { categories, parents, positions }: Groups): CentreArticle['groups'] {
  const position = positions.get(item) ?? 1;
  const [own, above] = [parents.get(item.id), parents.get(item.parent)];
  const around = item.terms.flatMap((term) => categories.get(keyOf(term)) ?? []);
  return [
    ...(own ? [{ group: own, position: 1 }] : above ? [{ group: above, position: position + 1 }] : []),
    ...around.map((group) => ({ group, position })),
  ];
}

function toIso(date: string): string | undefined {
  return date === '' ? undefined : `${date.replace(' ', 'T')}Z`;
}

/** The text of a title, which may have elements and character references. */
function plain(title: string): string {
  return title === '' ? '' : textContent(parseHtml(title, { place: title.slice(0, 80) }));
}

/** The old paths, without slashes at their end. */
function targetsOf(items: readonly WxrItem[], { categories }: Groups): Map<string, CentreTarget> {
  const targets = new Map<string, CentreTarget>();
  for (const [key, group] of categories) {
    const [domain = ''] = key.split(' ');
    const slugs = [group.tail];
    for (let at = group.parent; at; ) {
      const above = [...categories.values()].find(({ id }) => id === at?.id);
      if (above) slugs.unshift(above.tail);
      at = above?.parent;
    }
    targets.set(`/${domain}/${slugs.join('/')}`, group);
  }
  for (const { id, link } of items) {
    const url = URL.parse(link);
    const path = url ? pathOf(url) : '/';
    if (url && path !== '/' && url.search === '') targets.set(path, { kind: 'post', id });
  }
  return targets;
}

function pathOf({ pathname }: URL): string {
  return readPath(pathname) ?? pathname;
}

interface Known {
  targets: ReadonlyMap<string, CentreTarget>;
  ids: ReadonlySet<string>;
}

function findTarget(url: URL, { targets, ids }: Known): CentreTarget | undefined {
  const id = url.searchParams.get('p') ?? url.searchParams.get('page_id');
  return id !== null && ids.has(id) ? { kind: 'post', id } : targets.get(pathOf(url));
}

/** What does not come along, in sentences. */
function describeRest(items: readonly WxrItem[], wanted: readonly WxrItem[]): string[] {
  const taken = new Set(wanted);
  const others = items.filter((item) => !taken.has(item) && !TECHNICAL_TYPES.test(item.type));
  const gone = others.filter(({ status }) => GONE.has(status));
  const ofOtherTypes = others.filter(({ status }) => !GONE.has(status));
  const comments = wanted.reduce((sum, item) => sum + item.comments, 0);
  const taxonomies = new Set(wanted.flatMap(({ terms }) => terms.map(({ domain }) => domain)));
  const unknown = [...taxonomies].filter((domain) => !CATEGORIES.test(domain) && !TAGS.test(domain));
  return [
    ...(ofOtherTypes.length > 0
      ? [`Of other types, not imported: ${countTypes(ofOtherTypes)}. See --post-type.`]
      : []),
    ...(gone.length > 0 ? [`In the bin or never written, not imported: ${countTypes(gone)}.`] : []),
    ...(comments > 0 ? [`Comments are not imported: ${comments}.`] : []),
    ...(unknown.length > 0
      ? [`Posts are also sorted by what is neither categories nor tags: ${unknown.join(', ')}.`]
      : []),
  ];
}

/** `3 product, 1 event` */
function countTypes(items: readonly WxrItem[]): string {
  return Array.from(
    Map.groupBy(items, ({ type }) => type),
    ([type, own]) => `${own.length} ${type}`,
  ).join(', ');
}
