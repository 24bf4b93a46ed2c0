import type * as pages from '@guidepost/pages';
import type { OnViewed } from '../views/track-views.ts';
import type { Site } from './site.ts';

export type PageCall = pages.PageCall<Site>;

export interface PageKind extends pages.PageKind<Site> {
  /** Called for each successful GET, also when answered from the cache, with the client's address. */
  onViewed?: OnViewed;
  /** Answers the page's own form, which has no fields. */
  submit?(call: PageCall): Promise<pages.Page>;
}
