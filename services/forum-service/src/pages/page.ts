import type { IncomingMessage } from 'node:http';
import type * as pages from '@guidepost/pages';
import type { OnViewed } from '../views/track-views.ts';
import type { Site } from './site.ts';

export interface PageCall extends pages.PageCall<Site> {
  /** What is kept must not depend on it. */
  request: IncomingMessage;
}

export interface PageKind extends pages.PageKind<Site> {
  read(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  /** Called for each successful GET, also when answered from the cache, with the client's address. */
  onViewed?: OnViewed;
  /** Answers the page's own form, which has no fields. */
  submit?(call: PageCall): Promise<pages.Page>;
}
