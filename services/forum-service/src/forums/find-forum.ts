import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Forum, isForumSlug, noSuchForum } from '../model/forum.ts';

const findBySlug = preparedStatement(new URL('./sql/find-by-slug.sql', import.meta.url));

export async function findForum(executor: Executor, slug: string): Promise<Forum | undefined> {
  if (!isForumSlug(slug)) return undefined;
  return (await executor.oneOrNone<Forum>(findBySlug([slug]))) ?? undefined;
}

/** @throws AppError `not-found` */
export async function requireForum(executor: Executor, slug: string): Promise<Forum> {
  const found = await findForum(executor, slug);
  if (!found) throw noSuchForum(slug);
  return found;
}
