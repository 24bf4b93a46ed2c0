import type { Forum } from './forum.ts';
import { TOPIC_SLUGS, type Topic } from './topics.ts';

const INITIALS = /^(?:[\p{L}\p{N}]{1,2}|\?)$/u;

/** The initials of the first and last word of a name; a question mark if the name has no letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const first = initialOf(words[0]);
  return (words.length > 1 ? first + initialOf(words.at(-1)) : first) || '?';
}

/** Whether a text can be a result of {@link initialsOf}: at most two characters, none special in XML. */
export function areInitials(text: string): boolean {
  return INITIALS.test(text);
}

/** Upper case if that is a single letter; ß and ligatures have several. */
function initialOf(word = ''): string {
  const letter = word.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}

/** Absolute addresses of a forum's records and pages. */
export interface Addresses {
  properties: string;
  dialog(id: number): string;
  comments(dialogId: number): string;
  comment(dialogId: number, id: number): string;
  report(id: number): string;
  /** The record of an old address. */
  oldAddress(id: number): string;
  tag(name: string): string;
  /** @param name last path segment */
  file(name: string): string;
  /** Web pages; `home` is the forum's own. */
  home: string;
  ask: string;
  topicPage(topic: Topic): string;
  tagPage(name: string): string;
  statePage(state: string): string;
  dialogPage(id: number): string;
  commentPage(dialogId: number, id: number): string;
  /** The page that confirms a held post. */
  thanks: string;
  /** The page that confirms an e-mail address. */
  confirmAddress(token: string): string;
  /** The page that asks for a link to sign in with. */
  signIn: string;
  /** The link. */
  signInLink(token: string): string;
  /** The page that stops mail to a follower. */
  stopMail(followerId: number, token: string): string;
  /** The page that turns mail to someone who works on the forum off. */
  stopNotices(personId: number, token: string): string;
  avatar(userId: number, name: string): string;
}

/**
 * Pages are below the forum's own host name, if it has one; everything else is below the public address of the service,
 * which is configured and never taken from a request (S14).
 * @param publicUrl public base URL, without a trailing slash
 */
export function createAddresses(publicUrl: string, { slug, host }: Pick<Forum, 'slug' | 'host'>): Addresses {
  const home = host ? `${new URL(publicUrl).protocol}//${host}` : join(publicUrl, '/forum/', slug);
  return addressesBelow({ service: publicUrl, home }, slug);
}

/**
 * Paths in place of addresses, for links within the pages.
 * @param base prefix of the paths of pages; empty at the forum's own host name
 */
export function createPaths(base: string, slug: string): Addresses {
  return addressesBelow({ service: '', home: base }, slug);
}

/** The beginning of the addresses of a forum's files. */
export function filesOf(publicUrl: string, slug: string): string {
  return join(publicUrl, '/api/file/', slug, '/');
}

function addressesBelow({ service, home }: { service: string; home: string }, slug: string): Addresses {
  const dialogs = join(service, '/api/dialog/', slug, '/');
  const comments = join(service, '/api/comment/', slug, '/');
  const tags = join(service, '/api/tag/', slug, '/');
  const files = filesOf(service, slug);
  const avatars = join(service, '/api/avatar/', slug, '/');
  return {
    properties: join(service, '/api/properties/', slug, '.json'),
    dialog: (id) => join(dialogs, id, '.json'),
    comments: (dialogId) => join(comments, dialogId, '.json'),
    comment: (dialogId, id) => join(comments, dialogId, '/', id, '.json'),
    report: (id) => join(service, '/api/reports/', slug, '/', id, '.json'),
    oldAddress: (id) => join(service, '/api/addresses/', slug, '/', id, '.json'),
    tag: (name) => join(tags, encodeURIComponent(name), '.json'),
    file: (name) => join(files, name),
    home: home || '/',
    ask: join(home, '/ask'),
    topicPage: (topic) => join(home, '/', TOPIC_SLUGS[topic]),
    tagPage: (name) => join(home, '/tags/', encodeURIComponent(name)),
    statePage: (state) => join(home, '/states/', encodeURIComponent(state)),
    dialogPage: (id) => join(home, '/', id),
    commentPage: (dialogId, id) => join(home, '/', dialogId, '/comments/', id),
    thanks: join(home, '/posted'),
    confirmAddress: (token) => join(home, '/confirm/', token),
    signIn: join(home, '/sign-in'),
    signInLink: (token) => join(home, '/sign-in/', token),
    stopMail: (followerId, token) => join(home, '/unfollow/', followerId, '/', token),
    stopNotices: (personId, token) => join(home, '/staff-mail/', personId, '/', token),
    avatar: (userId, name) => join(avatars, userId, '/', encodeURIComponent(initialsOf(name)), '.svg'),
  };
}

/**
 * V8 keeps concatenated strings as ropes until they are read, and a rope makes `JSON.stringify` of the whole answer
 * three times as slow.
 */
function join(...steps: (string | number)[]): string {
  return steps.join('');
}
