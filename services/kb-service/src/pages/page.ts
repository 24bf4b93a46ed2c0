import type { IncomingMessage } from 'node:http';
import type { Query, Representation } from '@guidepost/http';
import type { Moved } from '../reading/routes.ts';
import type { Site } from './site.ts';

/** A request for a page that passed every judge. */
export interface PageCall {
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
}

/** Kinds of foreign content that an author placed on a page; it may be loaded from the web. */
export type ForeignContent = 'images' | 'media' | 'frames';

/** A page before it is HTML. */
export interface Page {
  status?: number;
  /** The template, by its path below this folder and without its ending. */
  template: string;
  head: Head;
  /** What the template shows. */
  content: object;
  foreign?: readonly ForeignContent[];
}

/** One kind of page: what is shown for a request, where it is now, or what is sent that is no page for people. */
export interface PageKind {
  read(call: PageCall): Promise<Page | Moved | Representation>;
  /**
   * What tells a page from others of its kind. Where it is there, the page depends on this and on what the knowledge
   * base publishes and on nothing else, so that it may be kept as long as that stays the same.
   */
  keptAs?(call: PageCall): string;
}

/** A form that was sent from a page. */
export interface FormCall extends PageCall {
  /** Its fields. */
  form: Query;
  /** For whoever wants to know who sent it. */
  request: IncomingMessage;
}

/** What was sent is done; its result is read at another address of the site. */
export interface SeeOther {
  /** A path, perhaps with a query and a fragment. */
  seeOther: string;
}

/** What a form of a page is sent for. */
export interface PageForm {
  post(call: FormCall): Promise<SeeOther>;
}
