import { type Item, type SavedLists, textIn, type Vendor } from '@guidepost/fetch';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { textContent } from 'domutils';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { LONGEST_DESCRIPTION } from '../../../content/categories.ts';
import { shortName } from '../directory/paths.ts';
import { type CentreTarget, storable } from './centre.ts';

/** The options of all readers. */
export interface ReadOptions {
  site: URL;
  lists: SavedLists;
  vendor: Vendor;
  /** The translation to import: `de`. Default: the language in which each article was written. */
  locale: string | undefined;
  now: Date;
}

/** Characters; a guide's title has no more. */
const LONGEST_TITLE = 500;

/** A title in one line, no longer than a guide's may be. */
export function titleOf(text: string | undefined, fallback: string): string {
  const letters = Array.from(foldWhiteSpace(storable(text ?? '')));
  return letters.slice(0, LONGEST_TITLE).join('') || fallback;
}

/** A name of a category. */
export function groupName(text: string | undefined, { kind, id }: CentreTarget): string {
  return shortName(storable(text ?? '')) || `${kind} ${id}`;
}

/**
 * The text below the name of a category, cut where it is too long; undefined without one, so that one of here stays.
 */
export function groupDescription(item: Item): string | undefined {
  const html = storable(textIn(item, 'description') ?? '');
  const plain = foldWhiteSpace(textContent(parseHtml(html, { place: 'a description' })));
  return Array.from(plain).slice(0, LONGEST_DESCRIPTION).join('').trim() || undefined;
}

/** The words behind the number of an address; empty for titles in other scripts. */
export function tailOf(address: unknown): string {
  const [, tail = ''] = /\/\d+-([^/?#]+)$/.exec(URL.parse(String(address))?.pathname ?? '') ?? [];
  try {
    return decodeURIComponent(tail);
  } catch {
    return tail;
  }
}

/** Names in a list, such as labels. */
export function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map((name) => foldWhiteSpace(storable(String(name)))) : [];
}

/** The hosts of addresses. */
export function hostsOf(addresses: readonly unknown[]): Set<string> {
  const hosts = addresses.map((address) => URL.parse(String(address))?.host);
  return new Set(hosts.filter((host) => host !== undefined));
}

/** Those of a chain of parents that lead back to where it begins. */
export function isInCircle(id: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set<string>();
  for (let above = parents.get(id); above !== undefined && !seen.has(above); above = parents.get(above)) {
    if (above === id) return true;
    seen.add(above);
  }
  return false;
}
