import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { linkForeignMedia } from './embed.ts';

/** Where a text is shown. */
export interface Showing {
  forum: Pick<Forum, 'foreign_images'>;
  /** Absolute ones. */
  addresses: Pick<Addresses, 'file'>;
}

/**
 * Stored HTML as readers get it. Whether the forum embeds what other sites hold is decided here and not when a text is
 * rendered, so that a change applies to all posts at once.
 */
export function shownHtml(html: string, { forum, addresses }: Showing): string {
  return forum.foreign_images ? html : linkForeignMedia(html, addresses.file(''));
}
