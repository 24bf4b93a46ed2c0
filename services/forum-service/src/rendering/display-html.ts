import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { linkForeignMedia } from './embed.ts';

export interface DisplayContext {
  forum: Pick<Forum, 'foreign_images'>;
  addresses: Pick<Addresses, 'file'>;
}

/**
 * Stored HTML for readers. Applies the forum's setting for foreign media here, not when rendering, so that a change
 * affects all posts at once.
 */
export function displayHtml(html: string, { forum, addresses }: DisplayContext): string {
  return forum.foreign_images ? html : linkForeignMedia(html, addresses.file(''));
}
