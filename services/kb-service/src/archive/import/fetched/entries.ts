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

/** An entry of a list without its text, and where that is. */
export interface Listed {
  id: string;
  item: Item;
  /** The whole entry. */
  whole(): Promise<Item>;
}

/** Characters; a guide's title has no more. */
const LONGEST_TITLE = 500;

/** The entries of a list as they were fetched last. */
export async function entriesOf(lists: SavedLists, name: string): Promise<Item[]> {
  const entries = new Map<string, Item>();
  for await (const { items } of lists.pages(name)) {
    for (const item of items) entries.set(textIn(item, 'id') ?? '', item);
  }
  entries.delete('');
  return [...entries.values()];
}

/**
 * Entries as they were fetched last, without the members that may be large, which are read again when they are needed.
 */
export async function listEntries(
  lists: SavedLists,
  name: string,
  large: readonly string[],
): Promise<Listed[]> {
  const entries = new Map<string, Listed>();
  for await (const { place, items } of lists.pages(name)) {
    for (const [index, item] of items.entries()) {
      const id = textIn(item, 'id');
      if (id === undefined || !/^[\w-]{1,80}$/.test(id)) continue;
      const whole = async () => (await lists.read(place))[index] ?? {};
      entries.delete(id);
      entries.set(id, { id, item: without(item, large), whole });
    }
  }
  return [...entries.values()];
}

function without(item: Item, members: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !members.includes(name)));
}

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
