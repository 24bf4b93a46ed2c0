import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { NewAddress } from '@guidepost/addresses';
import { readFetchFolder, readLists, type SavedFolder, VENDORS } from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import { CLEANER_VERSION } from '../../../cleaning/clean-content.ts';
import { fitSummary, fitSynonyms } from '../../../content/summary-and-synonyms.ts';
import { slugFrom } from '../../../model/slug.ts';
import type { PropertyChanges } from '../../../reviews/write-properties.ts';
import { shortName } from '../directory/paths.ts';
import type { ImportSource, KnownSlugs, SourceCategory, SourceGuide, SourceTag } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';
import { type CentreFiles, readContent } from './article-content.ts';
import { type Centre, type CentreArticle, type CentreTarget, externalOf, storable } from './centre.ts';
import type { ReadOptions } from './entries.ts';
import { readFreshdesk } from './freshdesk.ts';
import { readHelpScout } from './help-scout.ts';
import { readIntercom } from './intercom.ts';
import { nameAll } from './old-slugs.ts';
import { describeTranslations, inMainLanguage } from './translated-articles.ts';
import { readZendesk } from './zendesk.ts';

const READERS: Record<string, (options: ReadOptions) => Promise<Centre>> = {
  zendesk: readZendesk,
  helpscout: readHelpScout,
  intercom: readIntercom,
  freshdesk: readFreshdesk,
};

/** Raised when the same saved pages give other guides, so that the next import reads all of them again. */
const READER_VERSION = 2;

interface OpenedCentre {
  folder: CentreFiles;
  centre: Centre;
  /** In the knowledge base. */
  known: KnownSlugs;
  leftOut: readonly LeftOut[];
  /** The languages of the knowledge base, the main one first; none if they are not known yet. */
  languages: readonly string[];
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
  if (centre.articles.length === 0)
    throw new AppError('invalid', `${basename(path)}: no articles found`, { reason: 'fetchEmpty' });
  if (!rounds.at(-1)?.finished)
    centre.remarks.unshift('The fetch has not ended; the same command goes on with it.');
  centre.remarks.push(...lastFailures(folder));
  return openCentre(folder, centre);
}

/** The source of a centre whose texts and files are at hand. */
export function openCentre(folder: CentreFiles, centre: Centre): ImportSource {
  return describeCentre({
    folder,
    centre,
    known: { guides: new Map(), categories: new Map() },
    leftOut: [],
    languages: [],
  });
}

function describeCentre(given: OpenedCentre): ImportSource {
  const { known, leftOut, folder, languages } = given;
  const articles = given.centre.articles.map((article) => inMainLanguage(article, languages));
  const centre = { ...given.centre, articles };
  const opened = { ...given, centre };
  const { scheme, groups } = centre;
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
  const describe = (article: CentreArticle, here: KnownSlugs) =>
    describeGuide(opened, article, { slugs: here, surroundings });
  const guides = articles.map((article) => describe(article, slugs));
  const translations = describeTranslations({ centre, slugs, describe });
  return {
    knowledgeBase: {},
    categories: describeGroups(centre, slugs.categories),
    tags: [],
    guides: guides.filter(({ place }) => !places.has(place)),
    translations: translations.filter(({ place }) => !places.has(place)),
    addresses: addressesOf(centre, slugs, places),
    fileAddresses: filesOf(folder, centre),
    unknownKeys: new Map(),
    ignoredFiles: 0,
    leftOut,
    remarks: centre.remarks,
    without: (more) => describeCentre({ ...given, leftOut: [...leftOut, ...more] }),
    withSlugs: (slugsHere) => describeCentre({ ...given, known: slugsHere }),
    inLanguages: (tags) => describeCentre({ ...given, languages: tags }),
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
        description: group.description,
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
    properties: propertiesOf(article),
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

function propertiesOf({ summary, keywords }: CentreArticle): PropertyChanges {
  return {
    ...(summary !== undefined && { summary: fitSummary(storable(summary)) ?? null }),
    ...(keywords !== undefined && { synonyms: fitSynonyms(keywords.map(storable)) ?? null }),
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
