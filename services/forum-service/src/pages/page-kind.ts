import type { IncomingMessage } from 'node:http';
import type { Query } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import type { OnViewed } from '../counts/views.ts';
import type { MemberSession } from '../people/sessions.ts';
import type { Origin } from '../posts/new-post.ts';
import type { Site } from './site.ts';

export interface PageCall extends pages.PageCall<Site> {
  /** Cached answers must not depend on it. */
  request: IncomingMessage;
}

/** A form as it was sent. */
export interface FormCall extends PageCall {
  form: Query;
  origin: Origin;
  userAgent: string | undefined;
}

/** A form of the member's session. */
export interface MemberCall extends FormCall {
  member: MemberSession;
}

export interface PageKind extends pages.PageKind<Site> {
  read(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  markdown?(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  /** Called for each successful GET, also when answered from the cache, with the client's address. */
  onViewed?: OnViewed;
  /** Whether it is the same for everybody, so that no cookie is read. */
  isForAnybody?: boolean;
  /** Answers the page's own form, which has no fields. */
  submit?(call: PageCall): Promise<pages.Page>;
  /** Answers a form of anyone, if it was sent from a page of this origin. */
  send?(call: FormCall): Promise<pages.PageAnswer>;
  /** Answers a form of the member who is signed in; anyone else is led to the page that signs in. */
  change?(call: MemberCall): Promise<pages.PageAnswer>;
}
