import { createPhrasings, type DialogWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import { type Addresses, createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { type TopicWords, topicNames } from './topic-words.ts';

const phrasingOf = createPhrasings('dialogs');

/** A forum as people read it. */
export interface Site extends PublicSite<DialogWords> {
  forum: Forum;
  /** What one dialog of each topic is called. */
  topicNames: TopicWords;
  /** Absolute ones, of its records and pages. */
  addresses: Addresses;
  /** The same from the root, for links within the site. */
  paths: Addresses;
}

/** @param publicUrl where the service is reached from outside, without a slash at its end */
export function siteOf(forum: Forum, publicUrl: string): Site {
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
    addresses: createAddresses(publicUrl, slug),
    paths: createAddresses('', slug),
  };
}
