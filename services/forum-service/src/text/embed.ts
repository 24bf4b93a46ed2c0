import type { MediaKind } from '../model/media-kind.ts';
import { escapeHtml } from './escape-html.ts';

interface Embedded {
  address: URL;
  /** The address as it was written. */
  written: string;
  kind: MediaKind;
}

/** What {@link embed} makes of an image or a player, with its address. */
const MEDIA =
  /<img loading="lazy" referrerpolicy="no-referrer" src="([^"]*)" alt="[^"]*">|<(audio|video) controls preload="metadata" src="([^"]*)"><\/\2>/g;

/** What stands in HTML for a link. */
export function embed({ address, written, kind }: Embedded): string {
  const source = escapeHtml(address.href);
  switch (kind) {
    case 'image':
      return `<img loading="lazy" referrerpolicy="no-referrer" src="${source}" alt="${escapeHtml(fileName(written))}">`;
    case 'audio':
    case 'video':
      return `<${kind} controls preload="metadata" src="${source}"></${kind}>`;
    default:
      return link(source, escapeHtml(written));
  }
}

/**
 * Rendered HTML with links in place of images and players from elsewhere.
 * @param files what the addresses of files that are shown all the same begin with
 */
export function linkForeignMedia(html: string, files: string): string {
  const own = escapeHtml(new URL(files).href);
  return html.replace(MEDIA, (media, image?: string, _player?: string, played?: string) => {
    const source = image ?? played ?? '';
    return source.startsWith(own) ? media : link(source, source);
  });
}

/** @param source and `text` as they stand in HTML */
function link(source: string, text: string): string {
  return `<a href="${source}" rel="nofollow ugc noopener">${text}</a>`;
}

/** All that is known of what an image shows. */
function fileName(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}
