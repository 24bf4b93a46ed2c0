import type { IncomingMessage } from 'node:http';
import type { Query } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import type { Site } from './site.ts';

/** A request for a page of a knowledge base that passed every judge. */
export type PageCall = pages.PageCall<Site>;

/** One kind of page of a knowledge base. */
export type PageKind = pages.PageKind<Site>;

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
