import { slugFrom } from '../../../model/slug.ts';
import { locate } from '../locations.ts';
import { isIndex, kindOfFile, withoutPageIds } from './paths.ts';

/** Where an address may lead, best guess first. */
export interface Meant {
  paths: string[];
  /** Includes the `#`. */
  fragment: string;
}

/** Folders whose files generators serve at the root. */
const PUBLIC_FOLDERS = ['static', 'public', 'assets', 'content', 'docs', 'src', 'pages'];

/** A page by the name of its file, or a part of the page itself. */
const NAMES_FILE = /^\s*[#?]|\.(?:html?|xhtml|md|mdx|markdown)(?:[?#]|\s*$)/i;

/** `01-install` of Docusaurus, `2026-01-31-news` of Jekyll */
const PREFIX = /^(?:\d{4}-\d{1,2}-\d{1,2}-|\d{1,4}[-_. ]+)(?=.)/;

/**
 * The paths from the root of the directory that an address may mean: relative to the file, then to the page, which
 * Hugo and Jekyll serve a level deeper; from the root, then from the folders above the file that may be the root of
 * the site.
 * @param rootName of the imported folder, which the site may serve under its name
 * @returns undefined for an address elsewhere
 */
export function pathsMeant(address: string, path: string, rootName = ''): Meant | undefined {
  const direct = locate(address, path);
  if (direct.kind === 'elsewhere') return undefined;
  const fromRoot = /^\s*\/(?!\/)/.test(address);
  const isPage = kindOfFile(path) === 'markdown' && !isIndex(path);
  const served =
    fromRoot || !isPage || NAMES_FILE.test(address) ? direct : locate(address, `${withoutEnding(path)}/page`);
  const first = [direct, served].flatMap((location) => (location.kind === 'inside' ? [location] : []));
  const paths = first.map((location) => location.path);
  const more = fromRoot ? paths.flatMap((meant) => underRoots(meant, { path, rootName })) : [];
  return { paths: [...new Set([...paths, ...more])], fragment: first[0]?.fragment ?? '' };
}

/** The files that the address of an image may mean, from the root. */
export function imagesMeantBy(address: string, path: string): string[] {
  const paths = pathsMeant(address, path)?.paths ?? [];
  const isRelative = /^[^/.]/.test(address.trim()) && paths.length > 0;
  return isRelative ? [...paths, ...imagesMeantBy(`/${address.trim()}`, path)] : paths;
}

function underRoots(meant: string, { path, rootName }: { path: string; rootName: string }): string[] {
  const steps = path.split('/').slice(0, -1);
  const above = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  const roots = [...above, ...PUBLIC_FOLDERS].map((folder) => `${folder}/${meant}`);
  const prefix = `${rootName}/`;
  const inRoot = rootName && `${meant}/`.startsWith(prefix) ? [meant.slice(prefix.length)] : [];
  return [...inRoot, ...roots];
}

/**
 * The address at which generators serve a file, without case, signs and ending: `docs/Set up.md`, `docs/set_up/` and
 * `_docs/set-up/index.html` are all `docs/set-up`.
 */
export function servedAt(path: string): string {
  const whole = isIndex(path) ? path.slice(0, Math.max(path.lastIndexOf('/'), 0)) : withoutEnding(path);
  const steps = withoutPageIds(whole).split('/').filter(Boolean);
  return steps.map((step) => slugFrom(step) || step.toLowerCase()).join('/');
}

/** `servedAt` without the numbers and dates that order files. */
export function servedInOrder(path: string): string {
  const steps = path.split('/').map((step) => step.replace(PREFIX, ''));
  return servedAt(steps.join('/'));
}

export function withoutEnding(path: string): string {
  return kindOfFile(path) ? path.replace(/\.[^./]+$/, '') : path;
}
