import type { Element, ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';

/** Whose frames pages show. */
export const VIDEO_SITES: Readonly<Record<string, string>> = {
  'www.youtube-nocookie.com': 'YouTube',
  'player.vimeo.com': 'Vimeo',
};

export const VIDEO_HOSTS = Object.keys(VIDEO_SITES);

export const MEDIA_HOSTS = ['player.vimeo.com'];

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtube-nocookie.com']);

/** Switches video frames to HTTPS and to the YouTube host without cookies. */
export function secureVideoFrames(root: ParentNode): void {
  for (const frame of getElementsByTagName('iframe', root)) secureVideoFrame(frame);
}

function secureVideoFrame(frame: Element): void {
  frame.children = []; // never shown, and read differently by parsers
  const url = URL.parse(frame.attribs.src ?? '', 'https://relative.invalid');
  if (!url || !/^https?:$/.test(url.protocol)) return;
  url.protocol = 'https:';
  if (YOUTUBE_HOSTS.has(url.hostname)) url.hostname = 'www.youtube-nocookie.com';
  if (VIDEO_HOSTS.includes(url.hostname)) frame.attribs.src = url.href;
}

export function isAllowedMedia(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' && MEDIA_HOSTS.includes(url.hostname);
}
