import { type Element, type ParentNode, Text } from 'domhandler';
import { getElementsByTagName, prepend, removeElement, replaceElement } from 'domutils';
import { sharedSteps } from '../locations.ts';
import { folderOf, isIndex } from './paths.ts';
import { pathsMeant, servedAt, servedInOrder, withoutEnding } from './site-addresses.ts';

export interface LinkMap {
  /** The slug of the guide at a path from the root, or of the index of the folder there. */
  slugOf(path: string): string | undefined;
  /** The slug of the only guide that a generator may serve at a path. */
  slugServedAt(path: string): string | undefined;
  /** The slug of the guide with a file name or title, nearest to the file at a path. */
  slugNamed(name: string, path: string): string | undefined;
  titleOf(slug: string): string | undefined;
  /** The name of the imported folder. */
  rootName: string;
}

export interface LinkOrigin {
  path: string;
  slug: string;
}

export interface LinkNames {
  /** Titles in front matter or first lines, by path. */
  titles: ReadonlyMap<string, string>;
  /** Addresses and names in front matter, by path. */
  addresses?: ReadonlyMap<string, readonly string[]>;
  rootName: string;
}

export interface RewrittenLinks {
  broken: string[];
  /** Wiki links that stay as typed. */
  typed: number;
}

type Target = { kind: 'elsewhere' } | { kind: 'nowhere' } | { kind: 'guide'; slug: string; fragment: string };

/** Extensions that links may omit, or have instead of that of the file. */
const ENDINGS = ['.md', '.mdx', '.markdown', '.html'];

const INDEXES = ['README.md', 'index.md', 'index.html', '_index.md', 'index.mdx'];

const POST = /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\/([^/]{1,200})\/?$/;

/** Addresses of `renderImportedMarkdown` that are names. */
const NAMED = 'page-named:';

/** @param slugs by path; the index of a folder precedes its other files */
export function createLinkMap(
  slugs: ReadonlyMap<string, string>,
  names: LinkNames = { titles: new Map(), rootName: '' },
): LinkMap {
  const { rootName } = names;
  const [titles, addresses] = [
    composed(names.titles),
    composed(names.addresses ?? new Map<string, string[]>()),
  ];
  const byPath = composed(slugs);
  const paths = [...byPath];
  const slugOfFile = new Map(paths);
  for (const [path, slug] of paths) {
    const folder = folderOf(path);
    if (isIndex(path) && !byPath.has(folder)) byPath.set(folder, slug);
  }
  const said = Array.from(addresses).flatMap(([path, all]) =>
    all.map((address): [string, string] => [address, slugOfFile.get(path) ?? '']),
  );
  const declared = onlyOnes(
    said.filter(([, slug]) => slug !== ''),
    servedAt,
  );
  const served = onlyOnes(paths, servedAt);
  const inOrder = onlyOnes(paths, servedInOrder);
  const titleOf = new Map(Array.from(titles, ([path, title]) => [slugOfFile.get(path) ?? '', title]));
  return {
    slugOf: (path) => byPath.get(path),
    slugServedAt: (path) =>
      declared.get(servedAt(path)) ?? served.get(servedAt(path)) ?? inOrder.get(servedInOrder(path)),
    slugNamed: namesOf(paths, (path) => [titles.get(path) ?? [], addresses.get(path) ?? []].flat()),
    titleOf: (slug) => titleOf.get(slug),
    rootName,
  };
}

/** Paths with composed letters, as links have them; macOS decomposes them. */
function composed<Value>(byPath: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map(Array.from(byPath, ([path, value]) => [path.normalize('NFC'), value]));
}

/** Keys that only one guide has. */
function onlyOnes(paths: [string, string][], keyOf: (path: string) => string): Map<string, string> {
  const groups = Map.groupBy(paths, ([path]) => keyOf(path));
  return new Map(
    Array.from(groups).flatMap(([key, [first, ...others]]): [string, string][] =>
      first && others.every(([, slug]) => slug === first[1]) ? [[key, first[1]]] : [],
    ),
  );
}

function namesOf(
  paths: [string, string][],
  otherNames: (path: string) => readonly string[],
): LinkMap['slugNamed'] {
  const entries = paths.map(([path, slug]) => ({ path, slug, served: servedAt(path) }));
  const byName = Map.groupBy(entries, ({ served }) => lastStep(served));
  const titled = entries.flatMap((entry) =>
    otherNames(entry.path).map((name) => ({ ...entry, title: servedAt(name.replaceAll('/', ' ')) })),
  );
  const byTitle = Map.groupBy(titled, ({ title }) => title);
  const known = new Map<string, string | undefined>();
  return (name, path) => {
    const wanted = servedAt(name);
    const place = `${wanted}\n${folderOf(path)}`;
    if (wanted === '' || known.has(place)) return known.get(place);
    const files = (byName.get(lastStep(wanted)) ?? []).filter(({ served }) =>
      `/${served}`.endsWith(`/${wanted}`),
    );
    const [nearest] = (files.length > 0 ? files : (byTitle.get(wanted) ?? [])).sort(
      (a, b) => sharedSteps(b.path, path) - sharedSteps(a.path, path) || a.path.length - b.path.length,
    );
    known.set(place, nearest?.slug);
    return nearest?.slug;
  };
}

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Turns links between files into relative links between guides; broken links become text. */
export function rewriteLinks(
  root: ParentNode,
  origin: LinkOrigin,
  map: LinkMap,
  placed: ReadonlySet<Element> = new Set(),
): RewrittenLinks {
  const rewritten: RewrittenLinks = { broken: [], typed: 0 };
  for (const link of getElementsByTagName('a', root)) {
    const { href, 'data-typed': typed } = link.attribs;
    if (href === undefined || placed.has(link)) continue;
    const target = href.startsWith(NAMED) ? resolveName(href, origin, map) : resolveLink(href, origin, map);
    if (target.kind === 'guide') leadTo(link, target, { origin, map });
    if (target.kind !== 'nowhere') continue;
    if (typed === undefined) {
      rewritten.broken.push(written(href));
      unlink(link);
    } else {
      rewritten.typed += 1;
      replaceElement(link, new Text(typed));
    }
  }
  return rewritten;
}

function leadTo(
  link: Element,
  target: { slug: string; fragment: string },
  { origin, map }: { origin: LinkOrigin; map: LinkMap },
): void {
  const isUntitled = link.attribs['data-untitled'] !== undefined;
  const title = isUntitled ? map.titleOf(target.slug) : undefined;
  link.attribs.href = addressOf(target, origin);
  delete link.attribs['data-typed'];
  delete link.attribs['data-untitled'];
  if (title !== undefined) link.children = [new Text(title)];
}

/** Exact matches of all guesses precede those by the address that a generator would serve (F10). */
function resolveLink(href: string, { path }: LinkOrigin, map: LinkMap): Target {
  const meant = pathsMeant(href, path, map.rootName);
  if (!meant) return { kind: 'elsewhere' };
  const exact = firstOf(meant.paths.flatMap(filesAt), map.slugOf);
  const served = exact ?? firstOf(meant.paths, map.slugServedAt);
  const slug = served ?? firstOf(meant.paths.slice(0, 1), (wanted) => postAt(wanted, path, map));
  return slug === undefined ? { kind: 'nowhere' } : { kind: 'guide', slug, fragment: meant.fragment };
}

/** Jekyll serves `_posts/2026-01-31-news.md` in folders of the date. */
function postAt(wanted: string, path: string, map: LinkMap): string | undefined {
  const [, date, name] = POST.exec(wanted) ?? [];
  return date && name ? map.slugNamed(`${date.replaceAll('/', '-')}-${name}`, path) : undefined;
}

/** A name may also be a path from the file or the root. */
function resolveName(href: string, origin: LinkOrigin, map: LinkMap): Target {
  const { name, fragment } = splitName(href);
  if (name === '') return { kind: 'guide', slug: origin.slug, fragment };
  const relative = resolveLink(`./${encodeURI(name)}`, origin, map);
  const slug =
    (relative.kind === 'guide' ? relative.slug : undefined) ??
    firstOf(filesAt(name.replace(/^\/+/, '')), map.slugOf) ??
    map.slugNamed(name, origin.path);
  return slug === undefined ? { kind: 'nowhere' } : { kind: 'guide', slug, fragment };
}

function splitName(href: string): { name: string; fragment: string } {
  const [name = '', ...fragment] = href.slice(NAMED.length).split('#');
  return { name: decoded(name).trim(), fragment: fragment.length > 0 ? `#${fragment.join('#')}` : '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function written(href: string): string {
  return href.startsWith(NAMED) ? decoded(href.slice(NAMED.length)) : href;
}

function firstOf(paths: string[], find: (path: string) => string | undefined): string | undefined {
  return paths.map(find).find((found) => found !== undefined);
}

/** The paths that one may mean: a file, an index, or a file with another ending or none. */
function filesAt(path: string): string[] {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path;
  const other = withoutEnding(whole);
  const bases = other === whole ? [whole] : [whole, other];
  return [whole, ...bases.flatMap((base) => ENDINGS.map((ending) => `${base}${ending}`))];
}

/** The files that an address in the file at `path` may mean, from the root. */
export function filesMeantBy(address: string, path: string): string[] {
  const href = address.startsWith(NAMED) ? `./${splitName(address).name}` : address;
  return (pathsMeant(href, path)?.paths ?? []).flatMap((meant) => {
    const folder = meant === '' || meant.endsWith('/') ? meant : `${meant}/`;
    return [...filesAt(meant), ...INDEXES.map((index) => `${folder}${index}`)];
  });
}

function addressOf(target: { slug: string; fragment: string }, origin: LinkOrigin): string {
  return target.slug === origin.slug && target.fragment
    ? target.fragment
    : `${target.slug}${target.fragment}`;
}

/** Keeps the ID, which may be the target of other links. */
export function unlink(link: Element): void {
  if (link.attribs.id || link.attribs.name) {
    delete link.attribs.href;
    return;
  }
  for (let child = link.firstChild; child; child = link.firstChild) prepend(link, child);
  removeElement(link);
}
