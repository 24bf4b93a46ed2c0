import type { Element, ParentNode } from 'domhandler';
import { findAll } from 'domutils';
import { kindOfAddress } from './addresses.ts';
import { ALLOWED_ELEMENTS } from './allowed-markup.ts';

export type Counts = Map<string, number>;

export interface RemovedMarkup {
  elements: Counts;
  /** On allowed elements. */
  attributes: Counts;
  /** By kind of address: `javascript:`, `relative`. */
  links: Counts;
  /** Addresses that are no longer there. */
  addresses: LostAddress[];
  /** Films, sounds and frames that have become links. */
  linked: LostAddress[];
}

export interface LostAddress {
  /** That had it: `iframe`. */
  element: string;
  address: string;
}

/** Characters of an address in reports; those of `data:` have megabytes. */
const SHOWN = 200;

export function shownAddress(address: string): string {
  const short = address.trim();
  return short.length > SHOWN ? `${short.slice(0, SHOWN - 1)}…` : short;
}

export function nothingRemoved(): RemovedMarkup {
  return { elements: new Map(), attributes: new Map(), links: new Map(), addresses: [], linked: [] };
}

export function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function countAll(names: readonly string[]): Counts {
  const counts: Counts = new Map();
  for (const name of names) count(counts, name);
  return counts;
}

export function addCounts(total: Counts, found: Counts): void {
  for (const [name, number] of found) total.set(name, (total.get(name) ?? 0) + number);
}

/** Attributes with URLs, counted by kind of address. */
const ADDRESSES = new Set(['action', 'cite', 'data', 'formaction', 'href', 'poster', 'src']);

const allowed = new Set(ALLOWED_ELEMENTS);

export interface Tally extends Pick<RemovedMarkup, 'elements' | 'attributes' | 'links'> {
  /** How often each address is there, and which element has it. */
  addresses: Map<string, { element: string; times: number }>;
}

export function createTally(): Tally {
  return { elements: new Map(), attributes: new Map(), links: new Map(), addresses: new Map() };
}

export function tallyMarkup(root: ParentNode): Tally {
  const tally = createTally();
  for (const element of findAll(() => true, root.children)) tallyElement(tally, element);
  return tally;
}

export function tallyElement(tally: Tally, { name, attribs }: Pick<Element, 'name' | 'attribs'>): void {
  count(tally.elements, name);
  for (const [attribute, value] of Object.entries(attribs)) {
    if (ADDRESSES.has(attribute)) tallyAddress(tally, name, value);
    // Attributes of removed elements are not reported.
    else if (allowed.has(name)) count(tally.attributes, attribute);
  }
}

function tallyAddress({ links, addresses }: Tally, element: string, address: string): void {
  count(links, kindOfAddress(address));
  addresses.set(address, { element, times: (addresses.get(address)?.times ?? 0) + 1 });
}

/** The markup that is missing from `after`. @param linked addresses that links have instead */
export function compareTallies(
  before: Tally,
  after: Tally,
  linked: readonly LostAddress[],
): Omit<RemovedMarkup, 'linked'> {
  const reached = new Set(linked.map(({ address }) => address));
  return {
    elements: missing(before.elements, after.elements),
    attributes: missing(before.attributes, after.attributes),
    links: missing(before.links, after.links),
    addresses: missingAddresses(before.addresses, after.addresses).filter(
      ({ address }) => !reached.has(address),
    ),
  };
}

function missingAddresses(before: Tally['addresses'], after: Tally['addresses']): LostAddress[] {
  const lost = [...before].filter(([address, { times }]) => times > (after.get(address)?.times ?? 0));
  return lost.map(([address, { element }]) => ({ element, address: shownAddress(address) }));
}

function missing(before: Counts, after: Counts): Counts {
  const differences = Array.from(before, ([name, number]): [string, number] => [
    name,
    number - (after.get(name) ?? 0),
  ]);
  return new Map(differences.filter(([, number]) => number > 0));
}
