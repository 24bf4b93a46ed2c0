export interface Changes {
  created: number;
  updated: number;
}

/** A guide that was renamed in the knowledge base. */
export interface Rename {
  former: string;
  /** The current slug, which stays. */
  slug: string;
}

export interface ImportSummary {
  host: string;
  dryRun: boolean;
  guides: Changes & { unchanged: number };
  /** Slugs of guides that are missing from the source. */
  gone: string[];
  /** Those of `gone` that an import with `prune` has unpublished. */
  unpublished: string[] | undefined;
  renames: Rename[];
  categories: Changes;
  tags: Changes;
  images: { created: number; deleted: number };
  findings: Findings;
  ignoredFiles: number;
}

export type Counts = Map<string, number>;

export interface RemovedMarkup {
  elements: Counts;
  /** On allowed elements. */
  attributes: Counts;
  /** By kind of address: `javascript:`, `relative`. */
  links: Counts;
}

export interface Findings {
  removed: RemovedMarkup;
  /** Links to missing files: `from: to`. */
  brokenLinks: string[];
  /** Images that were not imported: `from: address: reason`. */
  imagesLeftOut: string[];
  /** Unknown keys of front matter and `category.yaml`. */
  unknownKeys: Counts;
}

export function noFindings(): Findings {
  return {
    removed: { elements: new Map(), attributes: new Map(), links: new Map() },
    brokenLinks: [],
    imagesLeftOut: [],
    unknownKeys: new Map(),
  };
}

export function addFindings(total: Findings, found: Findings): void {
  addCounts(total.removed.elements, found.removed.elements);
  addCounts(total.removed.attributes, found.removed.attributes);
  addCounts(total.removed.links, found.removed.links);
  total.brokenLinks.push(...found.brokenLinks);
  total.imagesLeftOut.push(...found.imagesLeftOut);
  addCounts(total.unknownKeys, found.unknownKeys);
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
