import type { Element, ParentNode } from 'domhandler';
import { getElementsByTagName, prepend, removeElement } from 'domutils';
import { locate } from '../locations.ts';
import { folderOf, isIndex } from './paths.ts';

export interface LinkMap {
  /** The slug of the guide at a path from the root, or of the index of the folder there. */
  slugOf(path: string): string | undefined;
}

export interface LinkOrigin {
  path: string;
  slug: string;
}

type Target = { kind: 'elsewhere' } | { kind: 'nowhere' } | { kind: 'guide'; slug: string; fragment: string };

/** Extensions that links may omit. */
const ENDINGS = ['.md', '.markdown', '.html'];

const INDEXES = ['README.md', 'index.md', 'index.html'];

/** @param slugs by path; the index of a folder precedes its other files */
export function createLinkMap(slugs: ReadonlyMap<string, string>): LinkMap {
  const byPath = new Map(Array.from(slugs, ([path, slug]) => [path.normalize('NFC'), slug]));
  for (const [path, slug] of slugs) {
    const folder = folderOf(path).normalize('NFC');
    if (isIndex(path) && !byPath.has(folder)) byPath.set(folder, slug);
  }
  return { slugOf: (path) => byPath.get(path) };
}

/**
 * Turns links between files into relative links between guides; broken links become text.
 * @returns the broken links
 */
export function rewriteLinks(root: ParentNode, origin: LinkOrigin, map: LinkMap): string[] {
  const broken: string[] = [];
  for (const link of getElementsByTagName('a', root)) {
    const { href } = link.attribs;
    if (href === undefined) continue;
    const target = resolveLink(href, origin, map);
    if (target.kind === 'guide') link.attribs.href = addressOf(target, origin);
    if (target.kind === 'nowhere') {
      broken.push(href);
      unlink(link);
    }
  }
  return broken;
}

function resolveLink(href: string, origin: LinkOrigin, map: LinkMap): Target {
  const location = locate(href, origin.path);
  if (location.kind !== 'inside') return location;
  const slug = pathsOf(location.path)
    .map(map.slugOf)
    .find((found) => found !== undefined);
  return slug === undefined ? { kind: 'nowhere' } : { kind: 'guide', slug, fragment: location.fragment };
}

/** The paths that a link may mean: a file, an index, or a file without its extension. */
function pathsOf(path: string): string[] {
  if (path.endsWith('/')) return [path.slice(0, -1)];
  return [path, ...ENDINGS.map((ending) => `${path}${ending}`)];
}

/** The files that a link may mean, from the root. */
export function filesMeantBy(path: string): string[] {
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  return [...pathsOf(path), ...INDEXES.map((index) => `${folder}${index}`)];
}

function addressOf(target: { slug: string; fragment: string }, origin: LinkOrigin): string {
  return target.slug === origin.slug && target.fragment
    ? target.fragment
    : `${target.slug}${target.fragment}`;
}

/** Keeps the ID, which may be the target of other links. */
function unlink(link: Element): void {
  if (link.attribs.id || link.attribs.name) {
    delete link.attribs.href;
    return;
  }
  for (let child = link.firstChild; child; child = link.firstChild) prepend(link, child);
  removeElement(link);
}
