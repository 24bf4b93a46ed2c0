import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NewAddress } from '@guidepost/addresses';
import { readFetchFolder, readLists, type SavedFolder, VENDORS } from '@guidepost/fetch';
import { inspectImage } from '@guidepost/files/images';
import { inspectFile } from '@guidepost/files/types';
import { catalogueOf } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { getElementsByTagName } from 'domutils';
import { CLEANER_VERSION, cleanContent } from '../../../cleaning/clean-content.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { slugFrom } from '../../../model/slug.ts';
import { shortName } from '../directory/paths.ts';
import { type FindFile, isDownload, placeFiles } from '../files.ts';
import { createFindImage, type FindImage, NO_IMAGES, placeImages } from '../images.ts';
import type {
  GuideContent,
  ImportSource,
  KnownSlugs,
  SourceCategory,
  SourceGuide,
  SourceTag,
  StoreFile,
} from '../import-source.ts';
import { noFindings } from '../import-summary.ts';
import { type LeftOut, NoContentError } from '../problems.ts';
import { type Centre, type CentreArticle, type CentreTarget, externalOf } from './centre.ts';
import type { ReadOptions } from './entries.ts';
import { readFreshdesk } from './freshdesk.ts';
import { readHelpScout } from './help-scout.ts';
import { readIntercom } from './intercom.ts';
import { modernizeOldHtml } from './old-html.ts';
import { rewriteOldLinks } from './old-links.ts';
import { nameAll } from './old-slugs.ts';
import { readZendesk } from './zendesk.ts';

const READERS: Record<string, (options: ReadOptions) => Promise<Centre>> = {
  zendesk: readZendesk,
  helpscout: readHelpScout,
  intercom: readIntercom,
  freshdesk: readFreshdesk,
};

/** Raised when the same saved pages give other guides, so that the next import reads all of them again. */
const READER_VERSION = 2;

/** The files of a centre, by their ids. */
export type CentreFiles = Pick<SavedFolder, 'path' | 'fileOf' | 'fileNames'>;

interface OpenedCentre {
  folder: CentreFiles;
  centre: Centre;
  /** In the knowledge base. */
  known: KnownSlugs;
  leftOut: readonly LeftOut[];
}

/**
 * Opens a folder of `kb fetch`.
 * @throws AppError `invalid` if it cannot be read, or has no articles
 */
export async function openFetchedCentre(
  path: string,
  options: { locale: string | undefined; now: Date },
): Promise<ImportSource> {
  const folder = await readFetchFolder(path);
  const { vendor, rounds, url } = folder.state;
  const known = VENDORS.get(vendor);
  const read = Object.hasOwn(READERS, vendor) ? READERS[vendor] : undefined;
  if (!read || !known) throw new AppError('invalid', `${path}: help centres of ${vendor} are not known`);
  const centre = await read({
    ...options,
    site: new URL(url),
    lists: readLists(folder, known),
    vendor: known,
  });
  if (centre.articles.length === 0) throw new AppError('invalid', `${path}: no articles found`);
  if (!rounds.at(-1)?.finished) centre.remarks.unshift('The fetch has not ended; kb fetch goes on with it.');
  centre.remarks.push(...lastFailures(folder));
  return openCentre(folder, centre);
}

/** The source of a centre whose texts and files are at hand. */
export function openCentre(folder: CentreFiles, centre: Centre): ImportSource {
  return describeCentre({ folder, centre, known: { guides: new Map(), categories: new Map() }, leftOut: [] });
}

function describeCentre(opened: OpenedCentre): ImportSource {
  const { centre, known, leftOut, folder } = opened;
  const { scheme, groups, articles } = centre;
  const named = groups.map((group) => ({ ...group, title: group.name }));
  const slugs = {
    guides: nameAll(articles, { scheme, known: known.guides, noun: 'guide' }),
    categories: nameAll(named, { scheme, known: known.categories, noun: 'category' }),
  };
  const surroundings = digestOf(
    [
      READER_VERSION,
      CLEANER_VERSION,
      ...lines(slugs.guides),
      ...lines(slugs.categories),
      ...folder.fileNames().sort(),
    ].join('\n'),
  );
  const places = new Set(leftOut.map(({ place }) => place));
  const guides = articles.map((article) => describeGuide(opened, article, { slugs, surroundings }));
  return {
    knowledgeBase: {},
    categories: describeGroups(centre, slugs.categories),
    tags: [],
    guides: guides.filter(({ place }) => !places.has(place)),
    addresses: addressesOf(centre, slugs, places),
    fileAddresses: filesOf(folder, centre),
    unknownKeys: new Map(),
    ignoredFiles: 0,
    leftOut,
    remarks: centre.remarks,
    without: (more) => describeCentre({ ...opened, leftOut: [...leftOut, ...more] }),
    withSlugs: (slugsHere) => describeCentre({ ...opened, known: slugsHere }),
  };
}

function lines(slugs: ReadonlyMap<string, string>): string[] {
  return Array.from(slugs, (entry) => entry.join(' ')).sort();
}

function lastFailures({ state }: SavedFolder): string[] {
  return (state.rounds.at(-1)?.failed ?? []).map(({ what, why }) => `${what}: was not fetched: ${why}`);
}

/** Where the old addresses lead, whatever their spelling; the pages of guides that are left out do not exist. */
function addressesOf(
  { scheme, articles, groups, pages, redirects = [] }: Centre,
  slugs: KnownSlugs,
  leftOut: ReadonlySet<string>,
): NewAddress[] {
  const lost = new Set(
    articles.filter((article) => leftOut.has(placeOf(article))).map((article) => externalOf(scheme, article)),
  );
  const leading = (address: string, target: CentreTarget, fragment?: string) => {
    const external = externalOf(scheme, target);
    const [guide, category] = [slugs.guides.get(external), slugs.categories.get(external)];
    const place = fragment === undefined ? '' : `#${fragment}`;
    if (guide !== undefined) return lost.has(external) ? [] : [{ address, to: `/guides/${guide}${place}` }];
    return category === undefined ? [] : [{ address, to: `/categories/${category}` }];
  };
  return [
    ...[...articles, ...groups].flatMap((target) => leading(externalOf(scheme, target), target)),
    ...Object.entries(pages).map(([kind, to]) => ({ address: externalOf(scheme, { kind, id: '' }), to })),
    ...redirects.flatMap(({ address, target, fragment }) => leading(address, target, fragment)),
  ];
}

/** Files that have a number; others are known by their whole addresses. */
function filesOf(
  folder: CentreFiles,
  { scheme, fileKind: kind, fileAddresses = [] }: Centre,
): readonly { address: string; path: string }[] {
  if (kind === undefined) return fileAddresses;
  return folder.fileNames().flatMap((name) => {
    const [, path = '', id] = /^files\/((\d{1,20})-.*)$/s.exec(name) ?? [];
    return id === undefined ? [] : [{ address: externalOf(scheme, { kind, id }), path }];
  });
}

function placeOf({ kind, id, tail }: CentreArticle): string {
  return `${kind}s/${id}${tail && `-${tail}`}`;
}

/** Siblings are numbered in their order. */
function describeGroups({ scheme, groups }: Centre, slugs: ReadonlyMap<string, string>): SourceCategory[] {
  const keyOf = (group: Centre['groups'][number]) => (group.parent ? externalOf(scheme, group.parent) : '');
  const families = Map.groupBy(groups, keyOf);
  return [...families.values()].flatMap((siblings) =>
    siblings
      .toSorted((a, b) => a.position - b.position)
      .map((group, index) => ({
        slug: slugs.get(externalOf(scheme, group)) ?? '',
        name: group.name,
        multipleGuidesName: group.name,
        position: index + 1,
        parent: group.parent && slugs.get(externalOf(scheme, group.parent)),
        place: `${group.kind} ${group.id}`,
        external: externalOf(scheme, group),
      })),
  );
}

function describeGuide(
  { folder, centre }: OpenedCentre,
  article: CentreArticle,
  { slugs, surroundings }: { slugs: KnownSlugs; surroundings: string },
): SourceGuide {
  const { title, hidden, isRestricted, votes, createdAt, updatedAt, tags } = article;
  const external = externalOf(centre.scheme, article);
  const slug = slugs.guides.get(external) ?? '';
  const place = placeOf(article);
  return {
    slug,
    place,
    categories: article.groups.map(({ group, position }) => ({
      slug: slugs.categories.get(externalOf(centre.scheme, group)) ?? '',
      position,
    })),
    tags: [],
    former: [],
    hidden,
    isRestricted,
    properties: {},
    external,
    votes,
    dates: { createdAt, updatedAt },
    async read(language) {
      const html = await article.read();
      const own = JSON.stringify([title, hidden ?? null, tags, createdAt ?? null, article.files ?? null]);
      return {
        fileHash: digestOf(JSON.stringify([title, html])),
        hash: digestOf(`${surroundings}\n${language}\n${own}\n${html}`),
        content: async (carry) => ({
          ...(await readContent(html, place, { folder, centre, slugs, slug, carry, language, article })),
          title,
          keywords: toTags(tags),
          published: hidden === undefined ? undefined : false,
        }),
      };
    },
  };
}

interface ContentPlace {
  folder: CentreFiles;
  centre: Centre;
  slugs: KnownSlugs;
  slug: string;
  carry: StoreFile;
  language: string;
  article: CentreArticle;
}

async function readContent(
  html: string,
  place: string,
  { folder, centre, slugs, slug, carry, language, article }: ContentPlace,
): Promise<Pick<GuideContent, 'contentHtml' | 'findings'>> {
  const root = parseHtml(html + listOfFiles(article, html, language), { place });
  const shortcodes = centre.prepare?.(root) ?? 0;
  modernizeOldHtml(root);
  const files = await placeFiles(root, findFileOf({ folder, centre, article }), carry);
  const hasFile = (url: URL) => folder.fileOf(centre.fileIdOf(url)) !== undefined && isImageName(url);
  const broken = rewriteOldLinks(root, { centre, slugs, slug, hasFile, placed: files.links });
  const leftOut = await placeImages(root, findImageOf(folder, centre, place), carry);
  const { html: contentHtml, removed } = cleanContent(root);
  if (contentHtml === '') throw new NoContentError(place);
  return {
    contentHtml: files.describe(contentHtml, language),
    findings: {
      ...noFindings(),
      removed,
      notation: {
        kept: new Map(shortcodes > 0 ? [['shortcodes', new Map([[place, shortcodes]])]] : []),
        removed: new Map(),
      },
      brokenLinks: broken.map((href) => `${place}: ${href}`),
      imagesLeftOut: [...leftOut, ...files.leftOut].map((image) => `${place}: ${image}`),
    },
  };
}

/** A list of the files that are not in the text. */
function listOfFiles({ files = [] }: CentreArticle, html: string, language: string): string {
  const listed = files.filter(({ id, isListed }) => isListed && !html.includes(`article_attachments/${id}`));
  if (listed.length === 0) return '';
  const items = listed.map(
    ({ url, name }) => `<li><a class="file" href="${escaped(url)}">${escaped(name)}</a></li>`,
  );
  return `<h2>${escaped(catalogueOf(language).guides.files)}</h2><ul>${items.join('')}</ul>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Links to files of the old centre; those around a picture show it, and lose nothing. */
function findFileOf({
  folder,
  centre,
  article,
}: Pick<ContentPlace, 'folder' | 'centre' | 'article'>): FindFile {
  const files = article.files ?? [];
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const ids = new Map(files.map(({ id, url }) => [url, id]));
  return async (link) => {
    const { href = '' } = link.attribs;
    const url = URL.parse(href.trim(), centre.site);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const id = ids.get(href) ?? centre.fileIdOf(url);
    if (!names.has(id) && !centre.isOwn(url)) return undefined;
    const file = folder.fileOf(id);
    if (file === undefined) return isDownload(link) ? { reason: 'was not fetched' } : undefined;
    if (!isDownload(link) && getElementsByTagName('img', link.children).length > 0) return undefined;
    const path = file.replace(/^files\//, '');
    const name = names.get(id) ?? path.replace(/^[^-]*-/, '');
    return inspectFile(join(folder.path, file), { path, name });
  };
}

/** A link around an image that leads to the image itself loses nothing. */
function isImageName({ pathname }: URL): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif)$/i.test(pathname);
}

/** Images of the old centre are in the folder, or lost; those of other sites stay there unless they were fetched. */
function findImageOf(folder: CentreFiles, centre: Centre, place: string): FindImage {
  const { site, isOwn, fileIdOf, missing = 'was not fetched' } = centre;
  const inAddress = createFindImage(NO_IMAGES, place);
  return async (address) => {
    if (/^\s*(?:data:|$)/i.test(address)) return inAddress(address);
    const url = URL.parse(address.trim(), site);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: 'is no address on the web' };
    const file = folder.fileOf(fileIdOf(url));
    if (file !== undefined) return inspectImage(join(folder.path, file), file.replace(/^files\//, ''));
    return isOwn(url) ? { reason: missing } : 'elsewhere';
  };
}

function toTags(names: readonly string[]): SourceTag[] {
  const tags = new Map<string, SourceTag>();
  for (const name of names) {
    const slug = slugFrom(name);
    if (slug && !tags.has(slug)) tags.set(slug, { slug, name: shortName(name) });
  }
  return [...tags.values()];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
