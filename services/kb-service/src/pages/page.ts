import type { IncomingMessage } from 'node:http';
import type { Query } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import type { Site } from './site.ts';

export type PageCall = pages.PageCall<Site>;

export type PageKind = pages.PageKind<Site>;

export interface FormCall extends PageCall {
  form: Query;
  /** For handlers that need to know the sender. */
  request: IncomingMessage;
}

/** A redirect to the result of a form. */
export interface SeeOther {
  /** A path of the site, with optional query and fragment. */
  seeOther: string;
}

export interface PageForm {
  post(call: FormCall): Promise<SeeOther>;
}
