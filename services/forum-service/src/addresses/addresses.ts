import { initialsOf } from '../avatars/initials.ts';
import { TOPIC_SLUGS, type Topic } from '../topics/topics.ts';

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
  const dialogs = `${publicUrl}/api/dialog/${slug}/`;
  const comments = `${publicUrl}/api/comment/${slug}/`;
  const tags = `${publicUrl}/api/tag/${slug}/`;
  const files = `${publicUrl}/api/file/${slug}/`;
  const avatars = `${publicUrl}/api/avatar/${slug}/`;
  const home = `${publicUrl}/forum/${slug}`;
  return {
    properties: `${publicUrl}/api/properties/${slug}.json`,
    dialog: (id) => `${dialogs}${id}.json`,
    comments: (dialogId) => `${comments}${dialogId}.json`,
    comment: (dialogId, id) => `${comments}${dialogId}/${id}.json`,
    tag: (name) => `${tags}${encodeURIComponent(name)}.json`,
    file: (name) => `${files}${name}`,
    home,
    topicPage: (topic) => `${home}/${TOPIC_SLUGS[topic]}`,
    tagPage: (name) => `${home}/tags/${encodeURIComponent(name)}`,
    statePage: (state) => `${home}/states/${encodeURIComponent(state)}`,
    dialogPage: (id) => `${home}/${id}`,
    commentPage: (dialogId, id) => `${home}/${dialogId}/comments/${id}`,
    thanks: `${home}/posted`,
    avatar: (userId, name) => `${avatars}${userId}/${encodeURIComponent(initialsOf(name))}.svg`,
  };
}
