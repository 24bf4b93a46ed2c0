import type { Representation } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import type { Origin } from '../posting/origin.ts';
import type { OnViewed } from '../views/track-views.ts';
import type { Site } from './site.ts';

export type PageCall = pages.PageCall<Site>;

/** A form as it was sent. */
export interface FormCall extends PageCall {
  origin: Origin;
}

export interface PageKind extends pages.PageKind<Site> {
  /** Called for each successful GET, also when answered from the cache, with the client's address. */
  onViewed?: OnViewed;
  /** Answers the page's own form, which has no fields. */
  submit?(call: PageCall): Promise<pages.Page>;
  /** Answers a form of anybody, if it was sent from a page of this origin. */
  send?(call: FormCall): Promise<Representation>;
}
