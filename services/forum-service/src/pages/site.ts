import { hostsOf } from '@guidepost/http';
import { createPhrasings, type ForumWords } from '@guidepost/i18n';
import type { PublicSite } from '@guidepost/pages';
import { type Addresses, createAddresses, createPaths } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { stateClassIn, stateNameIn } from '../model/states.ts';
import type { Topic } from '../model/topics.ts';
import type { MemberSession } from '../people/sessions.ts';
import { type Attaching, attachingIn, MOST_OF_MEMBER } from '../posts/attaching.ts';
import { attachesFiles } from '../posts/submission.ts';

const phrasingOf = createPhrasings('forum');

export interface Site extends PublicSite<ForumWords> {
  forum: Forum;
  /** Names of the topics, singular. */
  topicNames: TopicWords;
  /** A dialog's state as readers see it. */
  stateName(state: string): string;
  /** The class of its badge, which gives it a colour. */
  stateClass(state: string): string;
  addresses: Addresses;
  /** The same as paths, for links within the site. */
  paths: Addresses;
  /** Whether readers can sign in to write. */
  canSignIn: boolean;
  /** Where readers are redirected to for files, unless the service sends these itself. */
  storeOrigin?: string | undefined;
  /** Who reads, if signed in: what is shown is for them alone. */
  member: MemberSession | undefined;
  /** Undefined unless they can attach files to what they write. */
  attaching: Attaching | undefined;
}

/** How a page is asked for: below which paths, and by whom. */
type SiteVisit = Pick<Site, 'base' | 'canSignIn' | 'storeOrigin' | 'member'>;

/** @param publicUrl public base URL, without a trailing slash */
export function siteOf(forum: Forum, publicUrl: string, { base, ...reader }: SiteVisit): Site {
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
    stateName: (state) => stateNameIn(language, state),
    stateClass: (state) => stateClassIn(forum.states, state),
    addresses: createAddresses(publicUrl, forum),
    paths: createPaths(base, slug),
    ...reader,
    attaching: attachesFiles({ forum, member: reader.member })
      ? attachingIn(language, MOST_OF_MEMBER)
      : undefined,
  };
}

type TopicWords = Readonly<Record<Topic, string>>;

/** Names of one dialog of each topic. */
export function topicNames({ question, problem, suggestion, praise }: ForumWords): TopicWords {
  return { Q: question, P: problem, S: suggestion, B: praise };
}

/** Labels of the button that votes for a dialog, by topic. */
export function voteInvitations(words: ForumWords): TopicWords {
  return { Q: words.voteQuestion, P: words.voteProblem, S: words.voteSuggestion, B: words.votePraise };
}

/**
 * The beginning of the paths of a forum's pages: nothing for a request by its own host name.
 * @param request its target as sent, and its `Host` header
 */
export function pageBaseOf(
  { slug, host }: Pick<Forum, 'slug' | 'host'>,
  { target = '', header = '' }: { target: string | undefined; header: string | undefined },
): string {
  const isByHost = host !== '' && hostsOf(header).includes(host);
  return isByHost && !target.startsWith('/forum/') ? '' : `/forum/${slug}`;
}

export function feedAddress(page: string): string {
  return `${page}/feed.atom`;
}
