import { AppError } from '@guidepost/service-kit';
import { readPath } from '../../../addresses/address.ts';
import { type Centre, type CentreArticle, type CentreTarget, storable } from '../fetched/centre.ts';
import { titleOf } from '../fetched/entries.ts';
import { dateOf } from '../read-dates.ts';
import type { WxrExport, WxrItem } from './read-wxr.ts';
import type { Uploads } from './uploads.ts';
import {
  addressesOfCategories,
  CATEGORIES,
  decoded,
  type Groups,
  keyOf,
  plain,
  readGroups,
} from './wordpress-groups.ts';
import { prepareWordPressHtml } from './wordpress-html.ts';

/** Types of posts that are texts for readers: WordPress's own, and those of plugins for documentation. */
const USUAL_TYPES = new Set(
  'post page doc docs documentation article articles kb kbe_knowledgebase knowledgebase knowledge_base ht_kb epkb_post_type_1 faq faqs manual_documentation wpkb-article'.split(
    ' ',
  ),
);

/** Types that are no texts for readers. */
const TECHNICAL_TYPES =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|elementor_.*|acf-.*)$/;

/** Versions, and what was thrown away or never written. */
const GONE = new Set(['trash', 'auto-draft', 'inherit']);

/** Terms by which WordPress itself works. */
const TECHNICAL_TERMS = new Set(['post_format', 'nav_menu', 'wp_theme', 'wp_template_part_area']);

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

function siteOf({ sites }: WxrExport): URL {
  const [first] = [...sites].flatMap((address) => URL.parse(address) ?? []);
  return first ?? new URL('https://wordpress.invalid/');
}

function articleOf(item: WxrItem, { groups, now }: { groups: Groups; now: Date }): CentreArticle {
  const { id, title, name, status, password, excerpt, terms } = item;
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
    summary: plain(excerpt),
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

/** The old paths, without slashes at their end. */
function targetsOf(items: readonly WxrItem[], { categories }: Groups): Map<string, CentreTarget> {
  const targets = new Map<string, CentreTarget>(addressesOfCategories(categories));
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

/** The rest, which does not come along, in sentences. */
function describeRest(items: readonly WxrItem[], wanted: readonly WxrItem[]): string[] {
  const taken = new Set(wanted);
  const others = items.filter((item) => !taken.has(item) && !TECHNICAL_TYPES.test(item.type));
  const gone = others.filter(({ status }) => GONE.has(status));
  const ofOtherTypes = others.filter(({ status }) => !GONE.has(status));
  const comments = wanted.reduce((sum, item) => sum + item.comments, 0);
  const taxonomies = new Set(wanted.flatMap(({ terms }) => terms.map(({ domain }) => domain)));
  const unknown = [...taxonomies].filter(
    (domain) => !CATEGORIES.test(domain) && !TAGS.test(domain) && !TECHNICAL_TERMS.has(domain),
  );
  return [
    ...(ofOtherTypes.length > 0
      ? [`Of other types, not imported: ${countTypes(ofOtherTypes)}. See --post-type.`]
      : []),
    ...(gone.length > 0 ? [`In the bin or never written, not imported: ${countTypes(gone)}.`] : []),
    ...(comments > 0 ? [`Comments are not imported: ${comments}.`] : []),
    ...(unknown.length > 0 ? [`Neither categories nor tags, so not imported: ${unknown.join(', ')}.`] : []),
  ];
}

/** `3 product, 1 event` */
function countTypes(items: readonly WxrItem[]): string {
  return Array.from(
    Map.groupBy(items, ({ type }) => type),
    ([type, own]) => `${own.length} ${type}`,
  ).join(', ');
}
