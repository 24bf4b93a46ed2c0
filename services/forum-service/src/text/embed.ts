import { escapeHtml } from './escape-html.ts';
import type { MediaKind } from './media-kind.ts';

interface Embedded {
  address: URL;
  /** The address as it was written. */
  written: string;
  kind: MediaKind;
}

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
      return `<a href="${source}" rel="nofollow ugc noopener">${escapeHtml(written)}</a>`;
  }
}

/** All that is known of what an image shows. */
function fileName(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}
