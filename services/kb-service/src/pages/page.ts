import type { IncomingMessage } from 'node:http';
import type { Query } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import type { ReadGuide } from '../readers/pending-views.ts';
import type { Site } from './site.ts';

export interface PageCall extends pages.PageCall<Site> {
  /** What is kept must not depend on it. */
  request: IncomingMessage;
}

export interface PageKind extends pages.PageKind<Site> {
  read(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  /** The guide that it shows, whose views are counted. */
  viewed?(call: pages.PageCall<Site>): Omit<ReadGuide, 'knowledgeBaseId'> | undefined;
}

export interface FormCall extends PageCall {
  form: Query;
}

/** A redirect to the result of a form. */
export interface SeeOther {
  /** A path of the site, with optional query and fragment. */
  seeOther: string;
}

export interface PageForm {
  post(call: FormCall): Promise<SeeOther>;
}
