import { hostsOf } from '@guidepost/http';
import type { Forum } from '../model/forum.ts';

/**
 * What the paths of a forum's pages begin with: nothing for a request by its own host name.
 * @param request its target as sent, and its `Host` header
 */
export function pageBaseOf(
  { slug, host }: Pick<Forum, 'slug' | 'host'>,
  { target = '', header = '' }: { target: string | undefined; header: string | undefined },
): string {
  const isByHost = host !== '' && hostsOf(header).includes(host);
  return isByHost && !target.startsWith('/forum/') ? '' : `/forum/${slug}`;
}
