import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';

type NamedForum = Pick<Forum, 'id' | 'slug'>;

const list = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  select f.id, f.slug
  from forums f
  order by f.slug
`;

/**
 * The named forum, or all forums by slug.
 * @throws AppError `not-found`
 */
export async function namedForums(executor: Executor, slug: string | undefined): Promise<NamedForum[]> {
  return slug === undefined ? executor.any<NamedForum>(list([])) : [await requireForum(executor, slug)];
}
