import { preparedStatement } from '@guidepost/postgres';
import type { Context } from '../context.ts';

/** A forum as whoever knows none of them is told of it. */
export interface ListedForum {
  slug: string;
  name: string;
  formal_name: string;
  language: string;
}

const list = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/** So many forums at most that have something to read, by name; none where `SITE_DIRECTORY` is off. */
export async function listForumsToRead(
  { config, database }: Pick<Context, 'config' | 'database'>,
  most: number,
): Promise<ListedForum[]> {
  return config.SITE_DIRECTORY === 'on' ? database.any<ListedForum>(list([most])) : [];
}
