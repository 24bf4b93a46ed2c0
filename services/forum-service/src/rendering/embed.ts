import type { KindOf, MediaKind } from '../model/media-kind.ts';
import { escapeHtml } from './escape-html.ts';

interface Embedded {
  address: URL;
  written: string;
  kind: MediaKind;
  /** What the author calls it; by default an image is named after its file, and a link after its address. */
  label?: string;
}

/** Per text; further media become links. */
const MAX_EMBEDS = 20;

/** Matches the images and players that {@link embed} creates. */
const MEDIA =
  /<img loading="lazy" referrerpolicy="no-referrer" src="([^"]*)" alt="[^"]*">|<(audio|video) controls preload="metadata" src="([^"]*)"><\/\2>/g;

export function embed({ address, written, kind, label = '' }: Embedded): string {
  const source = escapeHtml(address.href);
  switch (kind) {
    case 'image':
      return `<img loading="lazy" referrerpolicy="no-referrer" src="${source}" alt="${escapeHtml(label || fileName(written))}">`;
    case 'audio':
    case 'video':
      return `<${kind} controls preload="metadata" src="${source}"></${kind}>`;
    default:
      return link(address.href, escapeHtml(label || written));
  }
}

/** The same for the images and players of one text, until there are too many. */
export function limitEmbeds(kindOf: KindOf): KindOf {
  let left = MAX_EMBEDS;
  return (address) => {
    const kind = kindOf(address);
    if (kind !== 'other') left -= 1;
    return left < 0 ? 'other' : kind;
  };
}

/**
 * Replaces embedded media from other sites with links.
 * @param files base address of files that stay embedded
 */
export function linkForeignMedia(html: string, files: string): string {
  const own = escapeHtml(new URL(files).href);
  return html.replace(MEDIA, (media, image?: string, _player?: string, played?: string) => {
    const source = image ?? played ?? '';
    return source.startsWith(own) ? media : linkTo(source, source);
  });
}

/** @param label HTML */
export function link(address: string, label: string): string {
  return linkTo(escapeHtml(address), label);
}

/** Both are escaped. */
function linkTo(address: string, label: string): string {
  return `<a href="${address}" rel="nofollow ugc noopener">${label}</a>`;
}

/** Alternative text for an image. */
function fileName(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}
