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
