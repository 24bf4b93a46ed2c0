import type { Context } from '../../context.ts';
import { type ListedForum, listForumsToRead } from '../../forums/listed-forums.ts';

/** The forums that anyone may be told of, by name, at most so many; none where `SITE_DIRECTORY` is off. */
export async function forumDirectory(
  { config, database }: Pick<Context, 'config' | 'database'>,
  most: number,
): Promise<ListedForum[]> {
  return config.SITE_DIRECTORY === 'on' ? listForumsToRead(database, most) : [];
}
