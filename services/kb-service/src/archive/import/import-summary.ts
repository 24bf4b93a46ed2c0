import { addCounts, type Counts, nothingRemoved, type RemovedMarkup } from '../../cleaning/removed-markup.ts';
import type { Notation, NotationFindings } from '../../markdown/notation.ts';
import { inOrder, type LeftOut } from './problems.ts';

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
  /** The slugs of guides, by where they are in the source. */
  places: ReadonlyMap<string, string>;
  guides: Changes & { unchanged: number };
  /** Texts in further languages. */
  translations: Changes & { unchanged: number };
  /** Numbers of texts in languages that the knowledge base does not have, which are not imported. */
  otherLanguages: Counts;
  /** Guides whose summary, search words, owner or reviews have changed. */
  properties: number;
  /** Guides whose file has moved; their former addresses redirect. */
  moved: Rename[];
  /** Slugs of guides that have been changed here since their last import, and in the source; they are left. */
  edited: string[];
  /** Slugs of guides that are missing from the source. */
  gone: string[];
  /** Those of `gone` that an import with `prune` has unpublished. */
  unpublished: string[] | undefined;
  renames: Rename[];
  categories: Changes;
  tags: Changes;
  /** Old addresses and former slugs. */
  addresses: Changes;
  images: { created: number; deleted: number };
  findings: Findings;
  ignoredFiles: number;
  /** Files and guides of a document that were not imported. */
  leftOut: Pick<LeftOut, 'place' | 'problems'>[];
  /** Files without content, which were not imported either. */
  empty: string[];
  /** Where guides of the source are that have been deleted here. */
  deletedHere: string[];
  /** Guides that their source keeps from readers: `place: draft: true`. */
  notPublic: string[];
  /** Those of them that only some readers could see where they were. */
  restricted: string[];
  /** Images that guides show from other sites: `place: address`. */
  imagesElsewhere: string[];
  /** Those of `notPublic` that are public all the same, because they have been changed or published here. */
  stillPublic: string[];
  /** Slugs of guides that are unpublished here, although their source does not say so. */
  stayUnpublished: string[];
  /** Values that were read in another way than they are written: `place: remark`. */
  remarks: string[];
}

export interface Findings {
  removed: RemovedMarkup;
  /** Links to missing files and guides, and to places that are not in them: `from: to`. */
  brokenLinks: string[];
  /** Films, sounds and frames that have become links: `from: address`. */
  linked: string[];
  /** Addresses that cleaning removed: `from: element address`. */
  lostAddresses: string[];
  /** Where elements were removed, by their name. */
  removedIn: Map<string, Counts>;
  /** Images that were not imported: `from: address: reason`. */
  imagesLeftOut: string[];
  /** Unknown keys of front matter and `category.yaml`. */
  unknownKeys: Counts;
  /** Notation of site generators that stays as typed, or is left out, by file. */
  notation: Record<keyof NotationFindings, Map<Notation, Counts>>;
}

export function noFindings(): Findings {
  return {
    removed: nothingRemoved(),
    brokenLinks: [],
    linked: [],
    lostAddresses: [],
    removedIn: new Map(),
    imagesLeftOut: [],
    unknownKeys: new Map(),
    notation: { kept: new Map(), removed: new Map() },
  };
}

/** @param place of the guide in which it was found */
export function addFindings(total: Findings, found: Findings, place: string): void {
  addRemoved(total, found.removed, place);
  for (const link of found.brokenLinks) total.brokenLinks.push(link);
  total.imagesLeftOut.push(...found.imagesLeftOut);
  addCounts(total.unknownKeys, found.unknownKeys);
  for (const what of ['kept', 'removed'] as const) {
    for (const [notation, files] of found.notation[what]) {
      const counts = total.notation[what].get(notation) ?? new Map();
      addCounts(counts, files);
      total.notation[what].set(notation, counts);
    }
  }
}

function addRemoved(total: Findings, removed: RemovedMarkup, place: string): void {
  addCounts(total.removed.elements, removed.elements);
  addCounts(total.removed.attributes, removed.attributes);
  addCounts(total.removed.links, removed.links);
  for (const { address } of removed.linked) total.linked.push(`${place}: ${address}`);
  for (const { element, address } of removed.addresses)
    total.lostAddresses.push(`${place}: ${element} ${address}`);
  for (const [name, number] of removed.elements) {
    const counts = total.removedIn.get(name) ?? new Map();
    total.removedIn.set(name, counts.set(place, number));
  }
}

/** The guides and files that were left out, those without content and those that have been deleted here apart. */
export function describeLeftOut(
  leftOut: readonly LeftOut[],
): Pick<ImportSummary, 'leftOut' | 'empty' | 'deletedHere'> {
  const kindOf = (left: LeftOut) => (left.deleted ? 'deleted' : left.empty ? 'empty' : 'other');
  const { deleted = [], empty = [], other = [] } = Object.groupBy(leftOut, kindOf);
  return {
    leftOut: inOrder(other).map(({ place, problems }) => ({ place, problems })),
    empty: inOrder(empty).map(({ place }) => place),
    deletedHere: inOrder(deleted).map(({ place }) => place),
  };
}
