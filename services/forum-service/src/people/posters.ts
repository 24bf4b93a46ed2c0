import { createSecret, type Executor, type Secret, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import type { Person } from '../model/person.ts';

export function createPosterSecret(database: Executor, configured: string | undefined): Secret {
  return createSecret(database, { name: 'posters', configured });
}

const find = sql.file(new URL('./sql/find-posters.sql', import.meta.url));
const findByEmail = sql`
  -- Posters with the folded e-mail address $2.
  select p.id
  from posters p
  where p.forum_id = $1 and lower(normalize(p.email) collate "und-x-icu") = $2
  order by p.id
`;

export async function findPosters(
  executor: Executor,
  { id }: Pick<Forum, 'id'>,
  { email, mention, isExact }: Person,
): Promise<number[]> {
  const statement = isExact ? findByEmail([id, email]) : find([id, email, mention]);
  const rows = await executor.any<{ id: number }>(statement);
  return rows.map((row) => row.id);
}

const lock = sql`
  -- Waits for posts under way and blocks new ones.
  select p.id
  from posters p
  where p.forum_id = $1 and p.id = any ($2::bigint[])
  order by p.id
  for update
`;

/** Call before any other lock: a post locks its poster first. */
export async function lockPosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  await transaction.any(lock([forumId, posterIds]));
}

interface Row {
  id: number;
}

const ofDialogs = sql`
  -- Posters with anything in the dialogs.
  select d.poster_id as id
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
  union
  select c.poster_id
  from comments c
  where c.forum_id = $1 and c.dialog_id = any($2)
  union
  select v.poster_id
  from votes v
  where v.forum_id = $1 and v.dialog_id = any($2)
  union
  select r.poster_id
  from reports r
  where r.forum_id = $1 and r.dialog_id = any($2)
`;
const ofComments = sql`
  -- Authors and reporters of the comments.
  select c.poster_id as id
  from comments c
  where c.forum_id = $1 and c.id = any($2::bigint[])
  union
  select r.poster_id
  from reports r
  where r.forum_id = $1 and r.comment_id = any($2)
`;
const lockFree = sql`
  -- Skips posters with a post under way: it locks them before the dialog, so waiting here could deadlock.
  select p.id
  from posters p
  where p.forum_id = $1 and p.id = any($2::bigint[])
  order by p.id
  for update skip locked
`;
const remove = sql.file(new URL('./sql/delete-idle-posters.sql', import.meta.url));

export async function postersOfDialogs(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofDialogs([forumId, dialogIds])));
}

export async function postersOfComments(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofComments([forumId, commentIds])));
}

/**
 * Deletes posters, and their e-mail addresses, who have no posts left. Checks that after locking them, in a statement
 * of its own that sees posts committed until then.
 * @returns posters who are posting right now, for {@link deleteBusyPosters}
 */
export async function deleteIdlePosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<number[]> {
  const locked = new Set(idsOf(await transaction.any<Row>(lockFree([forumId, posterIds]))));
  await transaction.none(remove([forumId, [...locked]]));
  return posterIds.filter((id) => !locked.has(id));
}

/** The same for posters who were busy, once their posts are finished: the dialog may be deleted by then. */
export async function deleteBusyPosters(
  database: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  if (posterIds.length === 0) return;
  await database.tx('delete-busy-posters', async (transaction) => {
    await lockPosters(transaction, forumId, posterIds);
    await transaction.none(remove([forumId, posterIds]));
  });
}
