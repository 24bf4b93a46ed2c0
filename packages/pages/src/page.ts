import type { Query, Representation } from '@guidepost/http';
import type { PublicSite } from './site.ts';

/** A request for a page that passed every judge. */
export interface PageCall<Site extends PublicSite = PublicSite> {
  site: Site;
  /** What the route's pattern found in the path, decoded. */
  path: Readonly<Record<string, string>>;
  query: Query;
}

/** What a page says of itself to browsers, search engines and whoever shows a link to it. */
export interface Head {
  /** Without the name of the site, which is added; none for the home page, which has that alone. */
  title?: string;
  /** Plain text, a sentence or two. */
  description?: string | undefined;
  /** The page's one absolute address, where the configuration tells what it is. */
  address?: string | undefined;
  /** Whether search engines shall keep it; true unless set. */
  indexed?: boolean;
  /** What it is to those who show links to it (https://ogp.me/#types); a part of a site unless set. */
  type?: 'article';
  /** The absolute address of a picture. */
  picture?: string | undefined;
  /** Records of schema.org. */
  records?: readonly object[];
  /** Where programs ask for what is new. */
  feeds?: readonly Feed[];
}

/** An Atom feed that a page names. */
export interface Feed {
  title: string;
  address: string;
}

/**
 * What may be loaded from elsewhere and where forms may lead, by directives of the Content Security Policy:
 * `{ 'img-src': 'https:' }`.
 */
export type ForeignSources = Readonly<
  Partial<Record<'form-action' | 'frame-src' | 'img-src' | 'media-src', string>>
>;

/** A page before it is HTML. */
export interface Page {
  status?: number;
  /** The template: by its path below the folder of the service's templates and without its ending, or a shared one. */
  template: string;
  head: Head;
  /** What the template shows. */
  content: object;
  /** What its content needs besides our own files. */
  foreign?: ForeignSources | undefined;
  /** Whether other sites may show it in a frame; no unless set. */
  isFramed?: boolean;
  /** Whether it is about its reader alone, so that no cache may store it; no unless set. */
  isPersonal?: boolean;
}

/** The page is at another path now. */
export interface Moved {
  movedTo: string;
}

/** What a request for a page is answered with. */
export type PageAnswer = Page | Moved | Representation;

/** A page of more than a megabyte: it is made when it has its turn. */
export interface LargePage {
  makeLarge(): Promise<PageAnswer>;
}

/** One kind of page: what is shown for a request, where it is now, or what is sent that is no page for people. */
export interface PageKind<Site extends PublicSite> {
  read(call: PageCall<Site>): Promise<PageAnswer | LargePage>;
  /**
   * What tells a page from others of its kind. Where it is there, the page depends on this and on what the site
   * publishes and on nothing else, so that it may be kept as long as that stays the same.
   */
  keptAs?(call: PageCall<Site>): string | undefined;
}
