import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';

type NamedForum = Pick<Forum, 'id' | 'slug'>;

const list = preparedStatement(new URL('./sql/list-named-forums.sql', import.meta.url));

/**
 * The named forum, or all forums by slug.
 * @throws AppError `not-found`
 */
export async function namedForums(executor: Executor, slug: string | undefined): Promise<NamedForum[]> {
  return slug === undefined ? executor.any<NamedForum>(list([])) : [await requireForum(executor, slug)];
}
