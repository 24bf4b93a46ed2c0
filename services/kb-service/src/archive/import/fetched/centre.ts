import type { ParentNode } from 'domhandler';
import type { EarlierVotes } from '../../../readers/earlier-votes.ts';

/** A help centre of another vendor, as its reader understands the saved pages. */
export interface Centre {
  /** The scheme of its ids and addresses: `zendesk`. */
  scheme: string;
  /** The address that was fetched, which relative addresses begin at. */
  site: URL;
  groups: CentreGroup[];
  articles: CentreArticle[];
  /** Pages that the addresses of its scheme know by kind, and where they are here. */
  pages: Readonly<Record<string, string>>;
  /** Addresses that the centre led on itself, to things of its own. */
  redirects?: readonly { address: string; target: CentreTarget; fragment: string | undefined }[];
  /** The kind of addresses that name files by number, if the scheme has such. */
  fileKind?: string;
  /** Addresses of files, by their paths in the folder. */
  fileAddresses?: readonly { address: string; path: string }[];
  /** Why an image of the centre is not in the folder; default: it was not fetched. */
  missing?: string;
  /** Makes usual HTML of a text. @returns how many shortcodes stay as they are typed */
  prepare?(root: ParentNode): number;
  remarks: string[];
  /** Whether an address is one of this centre, or of its vendor's files. */
  isOwn(url: URL): boolean;
  /** The target of an address of the centre; undefined if that is not known. */
  targetOf(url: URL): CentreTarget | undefined;
  /** The id that the folder gives the file at an address. */
  fileIdOf(url: URL): string;
}

export interface CentreTarget {
  kind: string;
  id: string;
}

/** A category, section, collection or folder. */
export interface CentreGroup extends CentreTarget {
  name: string;
  /** Text; undefined for a vendor without. */
  description?: string | undefined;
  /** Words of its address, in which its slug is. */
  tail: string;
  parent: CentreTarget | undefined;
  /** Among its siblings. */
  position: number;
}

export interface CentreArticle extends CentreTarget {
  title: string;
  tail: string;
  groups: { group: CentreTarget; position: number }[];
  /** Why it is not public: `draft: true`. */
  hidden: string | undefined;
  /** Whether only some readers may see it. */
  isRestricted: boolean;
  tags: string[];
  /** Text for lists; undefined for a vendor without, so that one of here stays. */
  summary?: string | undefined;
  /** Words for search that readers do not see; undefined for a vendor without. */
  keywords?: readonly string[] | undefined;
  votes: EarlierVotes | undefined;
  /** ISO 8601. */
  createdAt: string | undefined;
  updatedAt: string | undefined;
  /** In the language that it was written in. */
  language?: string | undefined;
  translations?: readonly CentreTranslation[];
  /** Its files; those that are listed stand at the end of the guide. */
  files?: readonly CentreFile[];
  /** The HTML. */
  read(): Promise<string>;
}

/** An article in another language than it was written in. */
export interface CentreTranslation
  extends Pick<CentreArticle, 'title' | 'tail' | 'hidden' | 'createdAt' | 'updatedAt' | 'read' | 'summary'> {
  /** A tag in any case. */
  language: string;
  /** Whether the article was changed after it. */
  isOutdated: boolean;
}

export interface CentreFile {
  /** In the folder. */
  id: string;
  url: string;
  name: string;
  isListed: boolean;
}

/** `zendesk:article:360` */
export function externalOf(scheme: string, { kind, id }: CentreTarget): string {
  return `${scheme}:${kind}:${id}`;
}

/** Text without what the database cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
