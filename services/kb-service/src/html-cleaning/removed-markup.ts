export type Counts = Map<string, number>;

export interface RemovedMarkup {
  elements: Counts;
  /** On allowed elements. */
  attributes: Counts;
  /** By kind of address: `javascript:`, `relative`. */
  links: Counts;
}

export function nothingRemoved(): RemovedMarkup {
  return { elements: new Map(), attributes: new Map(), links: new Map() };
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
