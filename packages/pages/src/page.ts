import type { Query, Representation } from '@guidepost/http';
import type { PublicSite } from './site.ts';

/** An admitted request for a page. */
export interface PageCall<Site extends PublicSite = PublicSite> {
  site: Site;
  /** Decoded path parameters. */
  path: Readonly<Record<string, string>>;
  query: Query;
}

/** A page's metadata for browsers, search engines and link previews. */
export interface Head {
  /** Without the site's name, which is appended; undefined for the home page. */
  title?: string;
  /** Plain text, one or two sentences. */
  description?: string | undefined;
  /** The canonical absolute URL, if the configuration determines one. */
  address?: string | undefined;
  /** Whether search engines may index it; true by default. */
  indexed?: boolean;
  /** Its Open Graph type (https://ogp.me/#types); `website` by default. */
  type?: 'article';
  /** The absolute URL of a picture. */
  picture?: string | undefined;
  /** Records of schema.org. */
  records?: readonly object[];
  feeds?: readonly Feed[];
}

/** A page's Atom feed. */
export interface Feed {
  title: string;
  address: string;
}

/** External sources of content and forms by CSP directive: `{ 'img-src': 'https:' }`. */
export type ForeignSources = Readonly<
  Partial<Record<'form-action' | 'frame-src' | 'img-src' | 'media-src', string>>
>;

/** A page before rendering. */
export interface Page {
  status?: number;
  /** A path below the service's templates without extension, or the name of a shared template. */
  template: string;
  head: Head;
  content: object;
  /** External sources that its content needs. */
  foreign?: ForeignSources | undefined;
  /** Whether other sites may frame it; false by default. */
  isFramed?: boolean;
  /** Whether it is specific to its reader and must not be cached; false by default. */
  isPersonal?: boolean;
}

/** A redirect to another path. */
export interface Moved {
  movedTo: string;
}

/** A page, a redirect, or a ready representation. */
export type PageAnswer = Page | Moved | Representation;

/** A page of more than a megabyte, built under a semaphore. */
export interface LargePage {
  makeLarge(): Promise<PageAnswer>;
}

/** One kind of page. */
export interface PageKind<Site extends PublicSite> {
  read(call: PageCall<Site>): Promise<PageAnswer | LargePage>;
  /**
   * Identifies a page among others of its kind. If defined, the page depends only on this and on the site's revision,
   * so it
   * can be cached.
   */
  keptAs?(call: PageCall<Site>): string | undefined;
}
