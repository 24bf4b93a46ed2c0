import type { Element, ParentNode } from 'domhandler';
import { findAll, getElementsByTagName, removeElement } from 'domutils';

/** Who may show something in a frame of ours. */
export const VIDEO_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com'];

/** From where a `<video>` or `<audio>` may be loaded. */
export const MEDIA_HOSTS = ['player.vimeo.com'];

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtube-nocookie.com']);

/** Frames with a video are addressed over HTTPS and, at YouTube, where no cookies are set for looking. */
export function secureVideoFrames(root: ParentNode): void {
  for (const frame of getElementsByTagName('iframe', root)) secureVideoFrame(frame);
}

function secureVideoFrame(frame: Element): void {
  frame.children = []; // what is inside is never shown, and each parser reads it in its own way
  const url = URL.parse(frame.attribs.src ?? '', 'https://relative.invalid');
  if (!url || !/^https?:$/.test(url.protocol)) return;
  url.protocol = 'https:';
  if (YOUTUBE_HOSTS.has(url.hostname)) url.hostname = 'www.youtube-nocookie.com';
  if (VIDEO_HOSTS.includes(url.hostname)) frame.attribs.src = url.href;
}

/** Whether `<video>`, `<audio>` or `<source>` may load this. */
export function isAllowedMedia(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' && MEDIA_HOSTS.includes(url.hostname);
}

/** A player that has nothing to play is not kept; its sources are judged one by one. */
export function leaveOutForeignMedia(root: ParentNode): void {
  for (const player of findAll(({ name }) => name === 'video' || name === 'audio', root.children)) {
    const sources = getElementsByTagName('source', player);
    const plays = [player, ...sources].some(({ attribs }) => isAllowedMedia(attribs.src));
    if (!plays) removeElement(player);
  }
}
