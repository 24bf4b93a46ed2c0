/** What became of the guides, categories or tags of a source. */
export interface Changes {
  created: number;
  updated: number;
}

/** A guide that is called otherwise in the source than in the knowledge base. */
export interface Rename {
  /** In the source. */
  former: string;
  /** In the knowledge base; it stays so. */
  slug: string;
}

/** What an import did, or would have done. */
export interface ImportSummary {
  host: string;
  dryRun: boolean;
  guides: Changes & { unchanged: number };
  /** Slugs of guides that the knowledge base has and the source has not. */
  gone: string[];
  /** Those of them that were published and are not any more, since that was asked for; else undefined. */
  unpublished: string[] | undefined;
  /** Guides that the source knows by a slug which they had before they were renamed. */
  renames: Rename[];
  categories: Changes;
  tags: Changes;
  images: { created: number; deleted: number };
  findings: Findings;
  ignoredFiles: number;
}

/** How often something was removed, by what it was. */
export type Counts = Map<string, number>;

/** Markup that cleaning removed. */
export interface RemovedMarkup {
  /** By element, such as `script`. */
  elements: Counts;
  /** By attribute, such as `onclick`, on elements that guides may have. */
  attributes: Counts;
  /** By kind of address, such as `javascript:` or `relative`. */
  links: Counts;
}

/** What the person who imports should know of one guide, or of all of them. */
export interface Findings {
  removed: RemovedMarkup;
  /** Links that lead to no file of the directory, as `from: to`. */
  brokenLinks: string[];
  /** Images that could not be carried, as `from: address: reason`. */
  imagesLeftOut: string[];
  /** Keys of front matter and of `category.yaml` that mean nothing here. */
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

/** Adds what was found in one guide to what was found so far. */
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
