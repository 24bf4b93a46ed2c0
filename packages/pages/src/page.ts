import type { Query, Representation } from '@guidepost/http';
import type { PublicSite } from './site.ts';

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
}

export interface Feed {
  title: string;
  address: string;
}

/** External sources of content and forms by CSP directive: `{ 'img-src': 'https:' }`. */
export type ForeignSources = Readonly<
  Partial<Record<'form-action' | 'frame-src' | 'img-src' | 'media-src', string>>
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
  /** If defined, the page depends only on this and on the site's revision, so it can be cached. */
  keptAs?(call: PageCall<Site>): string | undefined;
}
