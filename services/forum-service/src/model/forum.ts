import type { ImageType } from '@guidepost/files/image-type';
import { IMAGE_ENDINGS } from '@guidepost/files/images';
import type { RevisionSource } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from './actor.ts';
import type { DialogState } from './states.ts';
import type { Topic } from './topics.ts';

interface Logo {
  /** Path of the image. */
  address: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface LogoRow extends Omit<Logo, 'address'> {
  token: string;
  media_type: ImageType;
}

const NAME = /^([A-Za-z0-9_-]{22})\.([a-z]{3,4})$/;

export function logoAt({ token, media_type, width, height }: LogoRow): Logo {
  return { address: `/logos/${token}.${IMAGE_ENDINGS[media_type]}`, width, height };
}

/** The token and ending in the last segment of a logo's address. */
export function parseLogoName(name: string): { token: string; ending: string } | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}

/** Which posts are held for review: none, those with links, those of new posters. */
export const HOLD_MODES = ['none', 'links', 'new'] as const;
export type HoldMode = (typeof HOLD_MODES)[number];

export interface MetadataField {
  name: string;
  type: 'integer' | 'text';
  /** Maximum value, or maximum length in code points. */
  maximum: number;
}

export interface ForumProperties {
  name: string;
  formal_name: string;
  intro_message: string;
  status_message: string;
  status_url: string;
  popup_header: string;
  thankyou_message: string;
  default_topic: Topic;
  /** In display order. */
  topics: Topic[];
  /** BCP 47, in canonical case. */
  language: string;
}

export interface Forum extends ForumProperties {
  id: number;
  account_id: number;
  slug: string;
  revision: number;
  hold: HoldMode;
  allowed_origins: string[];
  /** Whether posts embed images, sound and video from other sites, or only link to them. */
  foreign_images: boolean;
  /** Whether people who are signed in can attach files on the pages. */
  attachments: boolean;
  /** `#rrggbb`, in lower case. */
  accent_color: string;
  /** Its own host name, lower-case, with a port unless it is the scheme's; empty without one. */
  host: string;
  /** The host of the knowledge base that belongs to it, in the other service; empty for none. */
  guides: string;
  /** The states that staff choose from, in their order. Dialogs can have other states: any text. */
  states: DialogState[];
  logo: Logo | null;
  /** Empty unless the account allows them. */
  metadata_fields: MetadataField[];
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Words that the API's paths use in place of a slug. */
const RESERVED = new Set(
  'popular dialog comment search properties tag taglist vote report-dialog report-comment file avatar'.split(
    ' ',
  ),
);

/** Reserved since there may be forums of that name, which keep it. */
const RESERVED_FOR_NEW = new Set(['addresses', 'reports']);

export function isForumSlug(text: string): boolean {
  return SLUG.test(text) && !RESERVED.has(text);
}

export function isReservedSlug(text: string): boolean {
  return RESERVED.has(text) || RESERVED_FOR_NEW.has(text);
}

/** Sent on by proxies to where it lives (RFC 9110 §15.5.20). */
export function movedAway(name: string): AppError {
  return new AppError('moved', `${name} has moved to another server.`, {
    reason: 'movedAway',
    values: { name },
  });
}

/** For administrators; API clients get a reason phrase. */
export function noSuchForum(slug: string): AppError {
  return new AppError('not-found', `There is no forum ${slug}.`);
}

/** Another account's staff learn nothing, not even that the forum exists. @throws AppError `not-found` */
export function requireOwnForum(
  { accountId }: Pick<Actor, 'accountId'>,
  { account_id, slug }: Pick<Forum, 'account_id' | 'slug'>,
): void {
  if (accountId !== undefined && accountId !== account_id) throw noSuchForum(slug);
}

export const FORUM_REVISIONS: RevisionSource = { service: 'forum', table: 'forums' };
