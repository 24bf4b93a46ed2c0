import type { Context } from '../../context.ts';
import { type ListedForum, listNonEmptyForums } from '../../tenants/listed-forums.ts';

/** Forums for public listing, by name, at most `most`; empty when `SITE_DIRECTORY` is off. */
export async function forumDirectory(
  { config, database }: Pick<Context, 'config' | 'database'>,
  most: number,
): Promise<ListedForum[]> {
  return config.SITE_DIRECTORY === 'on' ? listNonEmptyForums(database, most) : [];
}
