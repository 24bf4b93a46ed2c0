import { createPhrasings, type DialogWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import type { MemberSession } from '../members/sessions.ts';
import { type Addresses, createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { SOLVED } from '../model/solved.ts';
import { type TopicWords, topicNames } from './topic-words.ts';

const phrasingOf = createPhrasings('dialogs');

export interface Site extends PublicSite<DialogWords> {
  forum: Forum;
  /** Names of the topics, singular. */
  topicNames: TopicWords;
  /** What readers see of a dialog's state. */
  stateName(state: string): string;
  addresses: Addresses;
  /** The same as paths, for links within the site. */
  paths: Addresses;
  /** Whether readers can sign in to write. */
  canSignIn: boolean;
  /** Who reads, if signed in: what is shown is for them alone. */
  member: MemberSession | undefined;
}

export type Reader = Pick<Site, 'canSignIn' | 'member'>;

const ANYBODY: Reader = { canSignIn: false, member: undefined };

/** @param publicUrl public base URL, without a trailing slash */
export function siteOf(forum: Forum, publicUrl: string, reader: Reader = ANYBODY): Site {
  const { id, revision, slug, name, formal_name, language } = forum;
  const phrasing = phrasingOf(language);
  return {
    id,
    revision,
    name,
    organization: formal_name || name,
    language,
    accentColor: forum.accent_color,
    logo: null,
    base: `/forum/${slug}`,
    phrasing,
    forum,
    topicNames: topicNames(phrasing.words),
    stateName: (state) => (state === SOLVED ? phrasing.words.members.solved : state),
    addresses: createAddresses(publicUrl, slug),
    paths: createAddresses('', slug),
    ...reader,
  };
}
