import { createPhrasings, type DialogWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import { type Addresses, createAddresses, createPaths } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { type TopicWords, topicNames } from './topic-words.ts';

const phrasingOf = createPhrasings('dialogs');

export interface Site extends PublicSite<DialogWords> {
  forum: Forum;
  /** Names of the topics, singular. */
  topicNames: TopicWords;
  addresses: Addresses;
  /** The same as paths, for links within the site. */
  paths: Addresses;
}

/**
 * @param publicUrl public base URL, without a trailing slash
 * @param base prefix of the paths of pages; empty at the forum's own host name
 */
export function siteOf(forum: Forum, publicUrl: string, base: string): Site {
  const { id, revision, slug, name, formal_name, language } = forum;
  const phrasing = phrasingOf(language);
  return {
    id,
    revision,
    name,
    organization: formal_name || name,
    language,
    accentColor: forum.accent_color,
    logo: forum.logo,
    base,
    phrasing,
    forum,
    topicNames: topicNames(phrasing.words),
    addresses: createAddresses(publicUrl, forum),
    paths: createPaths(base, slug),
  };
}
