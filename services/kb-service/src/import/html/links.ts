import type { Element, ParentNode } from 'domhandler';
import { getElementsByTagName, prepend, removeElement } from 'domutils';

/** Where guides of a directory are, for the links between them. */
export interface LinkMap {
  /** The slug of the guide at a path from the top of the directory. */
  slugOf(path: string): string | undefined;
}

/** From where a link is followed. */
export interface LinkOrigin {
  path: string;
  slug: string;
}

type Target = { kind: 'elsewhere' } | { kind: 'nowhere' } | { kind: 'guide'; slug: string; fragment: string };

const ORIGIN = 'http://directory.invalid';

/** Stands for the directory: a link with too many `..` leaves it, and nothing beside it can have this name. */
const TOP = `${ORIGIN}/%00/`;

/**
 * Links between files become links between guides, relative to the guide's own public address; where a link
 * leads to no guide its text stays.
 *
 * @returns the addresses that lead to no guide
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
  const url = parseLink(href, origin.path);
  if (!url) return { kind: 'nowhere' };
  if (url.origin !== ORIGIN) return { kind: 'elsewhere' };
  const slug = pathsOf(url)
    .map(map.slugOf)
    .find((found) => found !== undefined);
  return slug === undefined ? { kind: 'nowhere' } : { kind: 'guide', slug, fragment: url.hash };
}

function parseLink(href: string, path: string): URL | null {
  // A path from the root of a site is taken from the top of the directory.
  const fromRoot = /^\s*\/(?![/\\])/.test(href);
  const base = `${TOP}${path.split('/').map(encodeURIComponent).join('/')}`;
  return URL.parse(fromRoot ? `${TOP}${href.trim().slice(1)}` : href, base);
}

/** The file, or the index of the folder, that an address may mean. */
function pathsOf(url: URL): string[] {
  const address = url.href.slice(0, url.href.length - url.search.length - url.hash.length);
  if (!address.startsWith(TOP)) return [];
  const path = decodePath(address.slice(TOP.length));
  if (path === undefined) return [];
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  const indexes = ['index.html', 'index.htm', 'index.xhtml'].map((name) => `${folder}${name}`);
  return [path, ...indexes];
}

function decodePath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded).normalize('NFC');
  } catch {
    return undefined;
  }
}

function addressOf(target: { slug: string; fragment: string }, origin: LinkOrigin): string {
  return target.slug === origin.slug && target.fragment
    ? target.fragment
    : `${target.slug}${target.fragment}`;
}

/** Other links may lead to the place of this one, so an id stays. */
function unlink(link: Element): void {
  if (link.attribs.id || link.attribs.name) {
    delete link.attribs.href;
    return;
  }
  for (let child = link.firstChild; child; child = link.firstChild) prepend(link, child);
  removeElement(link);
}
