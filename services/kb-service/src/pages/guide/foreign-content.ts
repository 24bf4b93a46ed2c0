import type { ForeignSources } from '@guidepost/pages';
import { MEDIA_HOSTS, VIDEO_HOSTS } from '../../cleaning/videos.ts';

export type ForeignContent = 'images' | 'media' | 'frames';

const SOURCES: Record<ForeignContent, ForeignSources> = {
  images: { 'img-src': 'https: http:' },
  media: { 'media-src': originsOf(MEDIA_HOSTS) },
  frames: { 'frame-src': originsOf(VIDEO_HOSTS) },
};

/** The sources that a guide may load from; undefined if there are none. */
export function foreignSources(contents: readonly ForeignContent[]): ForeignSources | undefined {
  if (contents.length === 0) return undefined;
  return Object.assign({}, ...contents.map((content) => SOURCES[content]));
}

function originsOf(hosts: readonly string[]): string {
  return hosts.map((host) => `https://${host}`).join(' ');
}
