/** An entry of a list, as the vendor's JSON has it. */
export type Item = Readonly<Record<string, unknown>>;

/** A page of a list, as it was saved. */
export interface Page {
  body: unknown;
  /** From 1. */
  number: number;
  items: readonly Item[];
}

/** A vendor of help centres: what to ask, how its lists go on, and where its files are. */
export interface Vendor {
  name: string;
  title: string;
  /** Whether it answers nobody without a token; otherwise it shows what is public. */
  needsToken: boolean;
  /** The API of the help centre at an address; ends with `/`. */
  api(site: URL): URL;
  /** Host names, besides those of the site and its API, that keep files of its help centres. */
  fileHosts: RegExp;
  /** Whether an address is of a help centre, or of a file that the vendor keeps for it. */
  isOwn(url: URL, site: URL): boolean;
  /** The name under which a folder has the file of an address. */
  fileIdOf(url: URL): string;
  /** Headers for the API and for files on its host. */
  headers(token: string | undefined): Readonly<Record<string, string>>;
  /** A list follows the one that it is of. */
  lists: readonly List[];
  /** The page after one, relative to the API or with a path of the same host; undefined after the last. */
  next(page: Page, path: string): string | undefined;
}

export interface List {
  name: string;
  /** The list whose entries have one of these each. */
  of?: string;
  /** The first page, relative to the API. @param parent of a list that entries have */
  path(options: { parent?: Item | undefined; locale?: string | undefined }): string;
  /** The first page of what has changed since a time in seconds; undefined if the whole list is asked each time. */
  changes?(since: number, locale: string | undefined): string | undefined;
  items(body: unknown): readonly Item[];
  /**
   * When an entry was changed last, for a list that it has: one that was not changed since the last round is not asked
   * again. Without it, the list is always asked.
   */
  changedAt?(parent: Item): unknown;
  /** Whether addresses of its files expire, so that they are fetched after each page. */
  isUrgent?: boolean;
  /** Whether it is asked for with a token only. */
  needsToken?: boolean;
  /** Whether what the vendor refuses to show is left out; otherwise the fetch ends. */
  optional?: boolean;
  /** Whether a list that entries have is asked for one of them. */
  isWanted?(parent: Item, fetched: Fetched): boolean;
  files?(item: Item, site: URL): readonly FoundFile[];
  /**
   * The page of an entry that everyone may read.
   * @param hasAddress whether an entry of an earlier list has such a page
   */
  address?(item: Item, site: URL, hasAddress: (list: string, id: string) => boolean): string | undefined;
}

/** How many entries earlier lists have. */
export type Fetched = ReadonlyMap<string, number>;

export interface FoundFile {
  /** Names the file in the folder: letters, digits and `_`. */
  id: string;
  url: string;
  /** Bytes, if the vendor says so. */
  size?: number | undefined;
  /** On another host than the vendor's: fetched on request only. */
  foreign?: boolean;
}

/** The entries in a member of an answer; none if there is no such list. */
export function itemsIn(body: unknown, member: string): Item[] {
  const list = isItem(body) ? body[member] : undefined;
  return Array.isArray(list) ? list.filter(isItem) : [];
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member with text, or with a number as text. */
export function textIn(item: Item, member: string): string | undefined {
  const value = item[member];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The path of the page after one whose number stands in `page=`. */
export function nextPage(path: string): string {
  return path.replace(
    /([?&]page=)(\d{1,9})/,
    (_, name: string, number: string) => `${name}${Number(number) + 1}`,
  );
}

/** The address of a help centre or forum as people type it; undefined for anything else. */
export function parseSite(typed: string): URL | undefined {
  const url = URL.parse(typed.includes('://') ? typed : `https://${typed}`);
  const isSite = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isSite ? new URL('/', url) : undefined;
}

/** A language as vendors write it, in lower case: `en-us`; undefined for anything else. */
export function parseLocale(typed: string): string | undefined {
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(typed) ? typed.toLowerCase() : undefined;
}

/** Credentials of APIs whose user name is the key. */
export function basicKey(key: string): string {
  return `Basic ${Buffer.from(key.includes(':') ? key : `${key}:X`).toString('base64')}`;
}
