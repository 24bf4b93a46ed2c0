import { basename } from 'node:path';
import { inspectFile, type SourceFile } from '@guidepost/files/types';
import type { Element, ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { kindOfAddress } from '../../cleaning/addresses.ts';
import { type DownloadFile, describeLinks, MOST_FILES } from '../../files/file-links.ts';
import { downloadToken } from '../../model/file-address.ts';
import { unlink } from './directory/links.ts';
import type { ImageCatalogue } from './images.ts';
import type { StoreFile } from './import-source.ts';

/** Resolves a link to a file; undefined for one that leads elsewhere. */
export type FindFile = (link: Element) => Promise<SourceFile | { reason: string } | undefined>;

export interface PlacedFiles {
  /** The links, which are not resolved again. */
  links: ReadonlySet<Element>;
  /** The files that are left out, as `address: reason`. */
  leftOut: string[];
  /** Writes type and size into the texts of the links in clean content. */
  describe(contentHtml: string, language: string): string;
}

const SHOWN = 100;

/** Has links to files of the source lead to stored ones. */
export async function placeFiles(root: ParentNode, find: FindFile, carry: StoreFile): Promise<PlacedFiles> {
  const links = new Set<Element>();
  const leftOut: string[] = [];
  const files = new Map<string, DownloadFile>();
  for (const link of getElementsByTagName('a', root)) {
    const { href, download: _, target: __, ...others } = link.attribs;
    const found = href === undefined ? undefined : await find(link);
    if (!href || !found) continue;
    links.add(link);
    const refused = 'reason' in found ? found.reason : undefined;
    const address = refused === undefined && files.size < MOST_FILES ? await carry(found as SourceFile) : '';
    const token = downloadToken(address);
    if (token === undefined || 'reason' in found) {
      leftOut.push(`${href.slice(0, SHOWN)}: ${refused ?? `the guide has ${MOST_FILES} files already`}`);
      unlink(link);
      continue;
    }
    link.attribs = { ...others, href: address };
    files.set(token, { token, media_type: found.type, name: found.name, size: found.size });
  }
  const describe = (html: string, language: string) => describeLinks(html, files, language);
  return { links, leftOut, describe };
}

/** Whether a link is meant as a file, although it leads to a picture. */
export function isDownload({ attribs }: Element): boolean {
  return attribs.download !== undefined || /(?:^|\s)file(?:\s|$)/.test(attribs.class ?? '');
}

/**
 * Resolves links in the file at `path` to other files of the directory that are neither guides nor images.
 * @param pathsMeant the paths from the root that an address may mean
 */
export function createFindFile(
  catalogue: ImageCatalogue,
  path: string,
  pathsMeant: (address: string, path: string) => string[],
): FindFile {
  return async (link) => {
    const { href = '', download } = link.attribs;
    if (kindOfAddress(href) !== 'relative' || href.trim() === '') return undefined;
    const meant = pathsMeant(href, path).find((each) => catalogue.find(each) !== undefined);
    const file = meant === undefined ? undefined : catalogue.fileAt(meant);
    if (meant === undefined || file === undefined) return undefined;
    const image = catalogue.find(meant);
    if (image && !('reason' in image) && !isDownload(link)) return undefined;
    return inspectFile(file, { path: meant, name: download || basename(meant) });
  };
}
