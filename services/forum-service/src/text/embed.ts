import type { MediaKind } from '../model/media-kind.ts';
import { escapeHtml } from './escape-html.ts';

interface Embedded {
  address: URL;
  /** As written in the text. */
  written: string;
  kind: MediaKind;
}

/** Matches the images and players that {@link embed} creates. */
const MEDIA =
  /<img loading="lazy" referrerpolicy="no-referrer" src="([^"]*)" alt="[^"]*">|<(audio|video) controls preload="metadata" src="([^"]*)"><\/\2>/g;

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
 * Replaces embedded media from other sites with links.
 * @param files base address of files that stay embedded
 */
export function linkForeignMedia(html: string, files: string): string {
  const own = escapeHtml(new URL(files).href);
  return html.replace(MEDIA, (media, image?: string, _player?: string, played?: string) => {
    const source = image ?? played ?? '';
    return source.startsWith(own) ? media : link(source, source);
  });
}

/** @param source and `text`, both escaped */
function link(source: string, text: string): string {
  return `<a href="${source}" rel="nofollow ugc noopener">${text}</a>`;
}

/** Alternative text for an image. */
function fileName(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}
