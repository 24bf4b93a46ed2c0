import { LARGE_BYTES, type Query, type Representation } from '@guidepost/http';
import type { Phrasing } from '@guidepost/i18n';
import type { Font } from './fonts/fonts.ts';

export interface SiteLogo {
  address: string;
  width: number;
  height: number;
}

export interface SiteLink {
  text: string;
  /** `https:`, `http:` or `mailto:` */
  address: string;
}

/** How the owners of a site want its pages to look; what is missing is as it is by default. */
export interface SiteLook {
  font?: Font;
  /** A line above every page. */
  notice?: string;
  /** The address that the notice links to. */
  notice_link?: string;
  /** Where readers turn to. */
  contact?: string;
  header_links?: readonly SiteLink[];
  footer_links?: readonly SiteLink[];
  /** A style sheet, and part of its address. */
  style?: { text: string; hash: string };
}

export interface PublicSite<OwnWords = object> {
  id: number;
  /** Counts committed changes that readers can see. */
  revision: number;
  name: string;
  organization: string;
  /** BCP 47. */
  language: string;
  /** Lower-case `#rrggbb`. */
  accentColor: string;
  logo: SiteLogo | null;
  look?: SiteLook;
  /** Prefix of the site's paths; empty at the root. */
  base: string;
  phrasing: Phrasing<OwnWords>;
}

/** An admitted request for a page. */
export interface PageCall<Site extends PublicSite = PublicSite> {
  site: Site;
  path: Readonly<Record<string, string>>;
  query: Query;
  /** The request's `Cookie` header, for pages that are not cached. */
  cookie?: string | undefined;
}

/** A page's metadata for browsers, search engines and link previews. */
export interface Head {
  /** Without the site's name, which is appended; undefined for the home page. */
  title?: string;
  description?: string | undefined;
  /** The canonical absolute URL, if the configuration determines one. */
  address?: string | undefined;
  /** Whether search engines may index it; true by default. */
  indexed?: boolean;
  /** Its Open Graph type (https://ogp.me/#types); `website` by default. */
  type?: 'article';
  picture?: string | undefined;
  records?: readonly object[];
  feeds?: readonly Feed[];
  /** The path of the same page in Markdown. */
  markdown?: string | undefined;
  /** The address of a style sheet of this page. */
  style?: string;
  /** The page in each language of a site that has several, the present one included. */
  languages?: readonly PageLanguage[] | undefined;
}

export interface PageLanguage {
  /** BCP 47. */
  tag: string;
  /** In the language itself. */
  name: string;
  /** From the root. */
  path: string;
  /** The absolute URL, for search engines, if the page has a text in this language. */
  address?: string | undefined;
  isCurrent: boolean;
  /** A sentence in the language that offers the page to its readers. */
  offer: string;
}

export interface Feed {
  title: string;
  address: string;
}

/** External sources of content and forms by CSP directive: `{ 'img-src': 'https:' }`. */
export type ForeignSources = Readonly<
  Partial<Record<'form-action' | 'frame-src' | 'img-src' | 'media-src' | 'style-src', string>>
>;

export interface Page {
  status?: number;
  /** A path below the service's templates without extension, or the name of a shared template. */
  template: string;
  head: Head;
  content: object;
  foreign?: ForeignSources | undefined;
  /** Whether other sites may frame it; false by default. */
  isFramed?: boolean;
  /** For a frame of the same origin: in this colour scheme, and without script. */
  preview?: 'light' | 'dark' | undefined;
  /** Whether it is specific to its reader and must not be cached; false by default. */
  isPersonal?: boolean;
  /** Whether it is about to change without a new revision of the site, so that it is not kept; false by default. */
  isPassing?: boolean;
}

export interface Moved {
  movedTo: string;
}

export type PageAnswer = Page | Moved | Representation;

/** A page of more than a megabyte, built under a semaphore. */
export interface LargePage {
  makeLarge(): Promise<PageAnswer>;
}

export interface PageKind<Site extends PublicSite> {
  read(call: PageCall<Site>): Promise<PageAnswer | LargePage>;
  /** The same in Markdown, for programs. */
  markdown?(call: PageCall<Site>): Promise<PageAnswer | LargePage>;
  /** If defined, the page depends only on this and on the site's revision, so it can be cached. */
  keptAs?(call: PageCall<Site>): string | undefined;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

interface Shown {
  isCut: boolean;
}

/**
 * Reads and shows a page, a large one under a semaphore.
 * @param read reads texts up to this many bytes; null if there is nothing
 * @param smallBytes the limit without a semaphore; lower if the page is larger than its texts
 */
export async function pageOf<Read extends Shown | null>(
  read: (mostBytes: number) => Promise<Read>,
  show: (shown: Read) => PageAnswer | Promise<PageAnswer>,
  smallBytes = LARGE_BYTES,
): Promise<PageAnswer | LargePage> {
  const shown = await read(smallBytes);
  if (!shown?.isCut) return show(shown);
  return { makeLarge: async () => show(await read(NO_LIMIT)) };
}
