import { initialsOf } from './initials.ts';
import { TOPIC_SLUGS, type Topic } from './topics.ts';

/** Where the records of a forum are; absolute, so that they can be followed from anywhere. */
export interface Addresses {
  properties: string;
  dialog(id: number): string;
  comments(dialogId: number): string;
  comment(dialogId: number, id: number): string;
  tag(name: string): string;
  /** @param name the last step of its address */
  file(name: string): string;
  /** Of the pages that people read; the forum's own comes first. */
  home: string;
  /** Of the page with the form for a new dialog. */
  ask: string;
  topicPage(topic: Topic): string;
  tagPage(name: string): string;
  statePage(state: string): string;
  dialogPage(id: number): string;
  commentPage(dialogId: number, id: number): string;
  /** Of the page that thanks for a post which waits until an editor has seen it. */
  thanks: string;
  avatar(userId: number, name: string): string;
}

/** @param publicUrl where the service is reached from outside, without a slash at its end */
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
    avatar: (userId, name) => join(avatars, userId, '/', encodeURIComponent(initialsOf(name)), '.svg'),
  };
}

/**
 * V8 keeps a concatenation in pieces until somebody reads it, and one in pieces takes `JSON.stringify` of the whole answer
 * off its fast path: it takes three times as long.
 */
function join(...steps: (string | number)[]): string {
  return steps.join('');
}
