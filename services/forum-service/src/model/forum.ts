import type { RevisionSource } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Topic } from './topics.ts';

/** Which posts wait until an editor has seen them: none, those with links, those of people who are new here. */
export const HOLD_MODES = ['none', 'links', 'new'] as const;
export type HoldMode = (typeof HOLD_MODES)[number];

/** What a forum asks for besides the usual. */
export interface MetadataField {
  name: string;
  type: 'integer' | 'text';
  /** The greatest value, or the greatest length in code points. */
  maximum: number;
}

/** What clients are shown of a forum. */
export interface ForumProperties {
  name: string;
  formal_name: string;
  intro_message: string;
  status_message: string;
  status_url: string;
  popup_header: string;
  thankyou_message: string;
  default_topic: Topic;
  /** In the order in which they are offered. */
  topics: Topic[];
  /** ISO 639-1. */
  language: string;
}

/** A tenant of this service. */
export interface Forum extends ForumProperties {
  id: number;
  account_id: number;
  slug: string;
  revision: number;
  hold: HoldMode;
  allowed_origins: string[];
  /** Whether texts show images, sound and video of other sites, or link to them. */
  foreign_images: boolean;
  /** Of its pages: `#rrggbb`, in lower case. */
  accent_color: string;
  /** None unless the account allows them. */
  metadata_fields: MetadataField[];
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** They stand where a slug stands in the paths of the API. */
const RESERVED = new Set(
  'popular dialog comment search properties tag taglist vote report-dialog report-comment file avatar'.split(
    ' ',
  ),
);

/** Whether a forum can be called so. */
export function isForumSlug(text: string): boolean {
  return SLUG.test(text) && !RESERVED.has(text);
}

export function isReservedSlug(text: string): boolean {
  return RESERVED.has(text);
}

/** For whoever administers forums; clients of the API are told in its own words. */
export function noSuchForum(slug: string): AppError {
  return new AppError('not-found', `There is no forum ${slug}.`);
}

/** Where forums count their changes. */
export const FORUM_REVISIONS: RevisionSource = { service: 'forum', table: 'forums' };
