import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Forum, isForumSlug, movedAway, noSuchForum } from '../model/forum.ts';
import { type LogoRow, logoAt } from '../model/logo.ts';

const listOfAccounts = preparedStatement(new URL('./sql/list-forums-of-accounts.sql', import.meta.url));
const lockById = preparedStatement(new URL('./sql/lock-by-id.sql', import.meta.url));
const findBySlug = preparedStatement(new URL('./sql/find-by-slug.sql', import.meta.url));

type ForumRow = Omit<Forum, 'logo'> & { logo: LogoRow | null; moved: boolean };

/** @throws AppError `moved` if it lives in another database now */
export async function findForum(executor: Executor, slug: string): Promise<Forum | undefined> {
  if (!isForumSlug(slug)) return undefined;
  const found = await executor.oneOrNone<ForumRow>(findBySlug([slug]));
  if (!found) return undefined;
  const { moved, ...row } = found;
  if (moved) throw movedAway(slug);
  return { ...row, logo: row.logo && logoAt(row.logo) };
}

/** The slugs of accounts' forums, by name. */
export async function listSlugsOfAccounts(
  executor: Executor,
  accountIds: readonly number[],
): Promise<string[]> {
  return (await executor.any<{ slug: string }>(listOfAccounts([accountIds]))).map(({ slug }) => slug);
}

/** Those of these ids that exist, locked so that they are not deleted within the transaction. */
export async function lockForums(transaction: Executor, ids: readonly number[]): Promise<number[]> {
  return (await transaction.any<{ id: number }>(lockById([ids]))).map(({ id }) => id);
}

/** @throws AppError `not-found` */
export async function requireForum(executor: Executor, slug: string): Promise<Forum> {
  const found = await findForum(executor, slug);
  if (!found) throw noSuchForum(slug);
  return found;
}
