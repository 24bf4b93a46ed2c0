import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NewAddress } from '@guidepost/addresses';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { readPath } from '../../../addresses/address.ts';
import { CLEANER_VERSION } from '../../../cleaning/clean-content.ts';
import { countAll } from '../../../cleaning/removed-markup.ts';
import { createImageCatalogue, type ImageCatalogue } from '../images.ts';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';
import { type CategoryFile, readCategoryFiles } from './category-files.ts';
import { findFiles } from './directory-files.ts';
import { type GuideFile, readGuideFiles } from './guide-files.ts';
import { readImportedPage } from './imported-page.ts';
import { createLinkMap, type LinkMap, type LinkNames } from './links.ts';
import type { Site } from './site.ts';
import { createSiteInLanguages, slugsInLanguage } from './translated-files.ts';

export interface Directory {
  root: string;
  site: Site;
  links: LinkMap;
  images: ImageCatalogue;
  variables?: ReadonlyMap<string, string>;
  /** A hash of all slugs, names, variables and images, because the content of a guide depends on them. */
  digest: string;
}

/** A line of `_config.yml` with text. */
const SETTING =
  /^([a-z][\w-]{0,60}):[ \t]{1,40}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'#[\]{}|>&*!%@][^\n#]{0,300}?))[ \t]{0,40}\r?$/gim;

interface OpenedFiles {
  root: string;
  files: GuideFile[];
  said: CategoryFile[];
  images: ImageCatalogue;
  variables: ReadonlyMap<string, string>;
  ignoredFiles: number;
  skipped: string[];
  /** Folders that cannot be read. */
  leftOut: LeftOut[];
  /** The languages of the knowledge base; none if they are not known yet. */
  languages: readonly string[];
}

/**
 * Opens a directory: folders become categories, links between files become links between guides, and images are
 * imported.
 * @param now decides about dates of publication
 * @throws AppError `invalid` if it cannot be read or has no guides
 */
export async function openDirectory(path: string, now: Date): Promise<ImportSource> {
  const root = await realpath(path);
  const { guides, categories, others, foreign, skipped, leftOut } = await findFiles(root);
  if (guides.length === 0) {
    throw new AppError('invalid', `${path}: no HTML or Markdown files found`);
  }
  const said = await readCategoryFiles(root, categories);
  const files = await readGuideFiles(root, guides, now);
  const images = await createImageCatalogue(root, others);
  const ignoredFiles = others.length - images.size + foreign;
  const variables = await readVariables(root, others);
  return describeDirectory(
    { root, files, said, images, variables, ignoredFiles, skipped, leftOut, languages: [] },
    new Set(),
  );
}

function describeDirectory(opened: OpenedFiles, existing: ReadonlySet<string>): ImportSource {
  const { root, files, said, images, ignoredFiles, variables } = opened;
  const inLanguages = createSiteInLanguages(files, said, opened.languages);
  const { site, translations } = inLanguages;
  const targets = new Map([...site.guideSlugs, ...slugsThatStay(site, existing)]);
  const titles = new Map(files.map(({ path, title = '' }) => [path, title]));
  const addresses = new Map(files.map((file) => [file.path, file.addresses ?? []]));
  const names = { titles, addresses, rootName: basename(root) };
  const directoryIn = (language?: string) => {
    const slugs = slugsInLanguage(inLanguages, language, targets);
    return { root, site, variables, ...linkTargetsOf(slugs, images, { ...names, variables }) };
  };
  const directory = directoryIn();
  const directories = new Map(translations.map(({ language }) => [language, directoryIn(language)]));
  return {
    knowledgeBase: {},
    categories: site.categories,
    tags: [],
    guides: [...site.guideSlugs].map(([path, slug]) => describeGuide(directory, site.fileAt(path), slug)),
    translations: translations.map(({ file, slug, ...translation }) => ({
      ...describeGuide(directories.get(translation.language) ?? directory, file, slug),
      categories: undefined,
      ...translation,
    })),
    translatedNames: inLanguages.names,
    addresses: [...site.guideSlugs].flatMap(([file, slug]) => formerAddresses(site.fileAt(file), slug)),
    unknownKeys: countAll([...files, ...said].flatMap(({ unknown }) => unknown ?? [])),
    ignoredFiles,
    leftOut: [...opened.leftOut, ...site.leftOut, ...inLanguages.leftOut],
    remarks: [
      ...opened.skipped.map((folder) => `${folder}: has parts of pages, so it is not imported`),
      ...site.remarks,
      ...files.flatMap(({ remarks }) => remarks ?? []),
    ],
    inLanguages: (languages) => describeDirectory({ ...opened, languages }, existing),
    without(more, known) {
      const byPath = new Map(more.map((leftOut) => [leftOut.place, leftOut]));
      const left = files.map((file) => ({ ...file, leftOut: file.leftOut ?? byPath.get(file.path) }));
      return describeDirectory({ ...opened, files: left }, known);
    },
  };
}

/** The addresses at which a former site served a page, which lead to its guide; patterns such as `/:title/` do not. */
export function formerAddresses({ path, addresses = [] }: GuideFile, slug: string): NewAddress[] {
  const to = `/guides/${slug}`;
  const served = addresses.filter((address) =>
    /^(?:\/(?!\/)[^:]*|https?:\/\/[^\s/]+\/.+)$/i.test(address.trim()),
  );
  const others = served.filter((address) => ![to, '/'].includes(readPath(address) ?? ''));
  return others.map((address) => ({ address, to, place: path }));
}

/** The values in the settings of a Jekyll site, by their names in pages: `site.repository`. */
async function readVariables(root: string, files: string[]): Promise<ReadonlyMap<string, string>> {
  const [settings] = files.filter((file) => /^_config\.ya?ml$/.test(file));
  if (settings === undefined) return new Map();
  const text = Buffer.from(await readSourceFile(join(root, settings), settings)).toString('utf8');
  return new Map(
    Array.from(text.matchAll(SETTING), ([, name, ...values]): [string, string] => [
      `site.${name}`,
      values.find((value) => value !== undefined) ?? '',
    ]),
  );
}

/** Links to a file that is left out lead to its guide as it is, if there is one. */
function slugsThatStay({ leftOut, guideSlugs }: Site, existing: ReadonlySet<string>): [string, string][] {
  const taken = new Set(guideSlugs.values());
  return leftOut.flatMap(({ place, slugs = [] }): [string, string][] => {
    const slug = slugs.find((name) => existing.has(name) && !taken.has(name));
    return slug === undefined ? [] : [[place, slug]];
  });
}

export function describeGuide(directory: Directory, file: GuideFile, slug: string): SourceGuide {
  const { path } = file;
  // A date may hide a guide, or no longer hide it, although its file is the same.
  const surroundings = `${CLEANER_VERSION}\n${directory.digest}\n${file.hidden ?? ''}`;
  return {
    slug,
    place: path,
    categories: directory.site.placesOf(path),
    tags: [],
    former: file.former ?? [],
    hidden: file.hidden,
    properties: file.properties ?? {},
    dates: file.dates,
    async read(language) {
      const bytes = await readSourceFile(join(directory.root, path), path);
      return {
        fileHash: digestOf(bytes),
        hash: digestOf(`${surroundings}\n${language}\n${path}\n`, bytes),
        content: async (carry) => ({
          ...(await readImportedPage(bytes, { path, slug }, { ...directory, carry, language })),
          published: file.hidden === undefined ? file.published : false,
        }),
      };
    },
  };
}

export function linkTargetsOf(
  slugs: ReadonlyMap<string, string>,
  images: ImageCatalogue,
  names?: LinkNames & { variables: ReadonlyMap<string, string> },
): Pick<Directory, 'links' | 'images' | 'digest'> {
  const { titles = [], addresses = [], variables = [] } = names ?? {};
  const lines = [...slugs, ...titles, ...addresses, ...variables].map((entry) => entry.join('\n')).sort();
  const digest = digestOf(`${lines.join('\n')}\n${images.digest}`);
  return { links: createLinkMap(slugs, names), images, digest };
}

function digestOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
