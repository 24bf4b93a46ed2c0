import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readSourceFile } from '@guidepost/service-kit';
import { getElementsByTagName } from 'domutils';
import { candidatesOf, revealLateMedia } from '../../../cleaning/late-media.ts';
import { countAll } from '../../../cleaning/removed-markup.ts';
import { createImageCatalogue } from '../images.ts';
import { type ImportSource, type SourcePlace, withoutGuides } from '../import-source.ts';
import { refuse } from '../problems.ts';
import { isFileInside } from './directory-files.ts';
import { describeGuide, formerAddresses, linkTargetsOf } from './directory-source.ts';
import { readGuideFiles, readLoneGuideFile } from './guide-files.ts';
import { readPageFile } from './imported-page.ts';
import { filesMeantBy } from './links.ts';
import { kindOfFile } from './paths.ts';
import { createSite } from './site.ts';
import { imagesMeantBy } from './site-addresses.ts';

/**
 * Opens one HTML or Markdown file. Links and images are resolved in its folder and below; only front matter can
 * name categories.
 * @throws AppError `invalid` if it cannot be read
 */
export async function openGuideFile(path: string, now: Date): Promise<ImportSource> {
  const root = await realpath(dirname(path));
  const name = basename(path);
  const own = await readLoneGuideFile(root, name, now);
  refuse(own.leftOut?.problems ?? []);
  const referred = await findReferred(root, name);
  const linked = referred.filter((file) => kindOfFile(file) !== undefined && file !== name);
  const images = referred.filter((file) => kindOfFile(file) === undefined);
  const site = createSite([own]);
  refuse(site.leftOut.flatMap(({ problems }) => problems));
  const { guideSlugs } = createSite([own, ...(await readGuideFiles(root, linked, now))]);
  const surroundings = linkTargetsOf(guideSlugs, await createImageCatalogue(root, images));
  const guide = describeGuide({ root, site, ...surroundings }, own, String(guideSlugs.get(name)));
  const source = {
    knowledgeBase: {},
    categories: site.categories,
    tags: [],
    guides: [{ ...guide, categories: own.categories && placesOf(own.position, guide.categories) }],
    addresses: formerAddresses(own, guide.slug),
    isPart: true,
    unknownKeys: countAll(own.unknown ?? []),
    ignoredFiles: 0,
    leftOut: [],
    remarks: own.remarks ?? [],
  };
  return withoutGuides(source, []);
}

function placesOf(position: number | undefined, places: readonly SourcePlace[] = []): SourcePlace[] {
  return places.map(({ slug }) => ({ slug, position: position ?? 'as it is' }));
}

/** The existing files to which the page links, or which it shows. */
async function findReferred(root: string, name: string): Promise<string[]> {
  const bytes = await readSourceFile(join(root, name), name);
  const page = readPageFile(bytes, { path: name, language: 'en' });
  const links = getElementsByTagName('a', page.root).map(({ attribs }) => attribs.href);
  revealLateMedia(page.root);
  const images = getElementsByTagName('img', page.root).flatMap(candidatesOf);
  const meant = [
    ...links.flatMap((address) => (address === undefined ? [] : filesMeantBy(address, name))),
    ...images.flatMap(({ address }) => imagesMeantBy(address.replace(/^file-named:/, './'), name)),
  ];
  const found = await Promise.all(
    [...new Set(meant)].map(async (path) => ((await isFileInside(root, path)) ? [path] : [])),
  );
  return found.flat();
}
