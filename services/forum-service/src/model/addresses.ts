import { initialsOf } from './initials.ts';
import { TOPIC_SLUGS, type Topic } from './topics.ts';

/** Absolute addresses of a forum's records and pages. */
export interface Addresses {
  properties: string;
  dialog(id: number): string;
  comments(dialogId: number): string;
  comment(dialogId: number, id: number): string;
  report(id: number): string;
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
  avatar(userId: number, name: string): string;
}

/** @param publicUrl public base URL, without a trailing slash */
export function createAddresses(publicUrl: string, slug: string): Addresses {
  const dialogs = join(publicUrl, '/api/dialog/', slug, '/');
  const comments = join(publicUrl, '/api/comment/', slug, '/');
  const tags = join(publicUrl, '/api/tag/', slug, '/');
  const files = join(publicUrl, '/api/file/', slug, '/');
  const avatars = join(publicUrl, '/api/avatar/', slug, '/');
  const home = join(publicUrl, '/forum/', slug);
  return {
    properties: join(publicUrl, '/api/properties/', slug, '.json'),
    dialog: (id) => join(dialogs, id, '.json'),
    comments: (dialogId) => join(comments, dialogId, '.json'),
    comment: (dialogId, id) => join(comments, dialogId, '/', id, '.json'),
    report: (id) => join(publicUrl, '/api/reports/', slug, '/', id, '.json'),
    tag: (name) => join(tags, encodeURIComponent(name), '.json'),
    file: (name) => join(files, name),
    home,
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
    avatar: (userId, name) => join(avatars, userId, '/', encodeURIComponent(initialsOf(name)), '.svg'),
  };
}

/**
 * V8 keeps concatenated strings as ropes until they are read, and a rope makes `JSON.stringify` of the whole answer three
 * times as slow.
 */
function join(...steps: (string | number)[]): string {
  return steps.join('');
}
