import type * as pages from '@guidepost/pages';
import type { Viewed } from '../views/views.ts';
import type { Site } from './site.ts';

/** A request for a page of a forum that passed every judge. */
export type PageCall = pages.PageCall<Site>;

/** One kind of page of a forum. */
export interface PageKind extends pages.PageKind<Site> {
  /** Hears of each GET that found what it asked for, whoever answered it, and of the address that it came from. */
  onViewed?(viewed: Viewed, client: string): void;
}
