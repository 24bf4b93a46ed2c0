import type { PublicSite } from '@guidepost/pages';
import { type Addresses, createAddresses } from '../addresses/addresses.ts';
import type { Forum } from '../forums/forum.ts';
import { type SiteTopics, siteTopics } from './topics/site-topics.ts';
import { phrasingOf } from './words/phrasing.ts';
import type { DialogWords } from './words/words.ts';

/** A forum as people read it. */
export interface Site extends PublicSite<DialogWords> {
  forum: Forum;
  topics: SiteTopics;
  /** Absolute ones, of its records and pages. */
  addresses: Addresses;
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
    topics: siteTopics(language, phrasing.words),
    addresses: createAddresses(publicUrl, slug),
  };
}
