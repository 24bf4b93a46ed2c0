import { withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, sql } from '@guidepost/postgres';
import { aboutAnswers, aboutForum } from '../letters/mail-of-posts.ts';

export interface FollowerCounts {
  /** Dialogs. */
  follows: number;
  /** Addresses. */
  confirmations: number;
}

const note = sql`
  -- The comments $2 of dialogs with followers. For a week, the mail queue knows who has been told; afterwards they would be told
  -- again.
  insert into new_answers (forum_id, dialog_id, comment_id)
  select c.forum_id, c.dialog_id, c.id
  from comments c
  where c.forum_id = $1 and c.id = any ($2::bigint[]) and not c.held and c.pub_date > now() - interval '7 days'
    and exists (select from followers f where f.forum_id = c.forum_id and f.dialog_id = c.dialog_id)
  order by c.id
`;
const deletePerson = sql`
  -- $2 folded e-mail address
  with left_dialogs as (
    delete from followers
    where forum_id = $1 and lower(normalize(email) collate "und-x-icu") = $2
    returning 1
  ),
  forgotten as (
    delete from confirmed_addresses
    where forum_id = $1 and email = $2
    returning 1
  )
  select (select count(*) from left_dialogs) as follows, (select count(*) from forgotten) as confirmations
`;

const COMMENT = /\/comments\/(\d+)$/;

/** Notes that followers are to be told of comments that have become visible, unless that was more than a week ago. */
export async function noteAnswers(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<void> {
  await transaction.none(note([forumId, commentIds]));
}

/**
 * Forgets a person whose address was given to follow dialogs or to sign in. Unsent mail to others is composed again, since it
 * may quote the person.
 * @param email folded
 * @returns how many dialogs they followed, and whether the address was confirmed, as 0 or 1
 */
export async function forgetFollower(
  transaction: Executor,
  forumId: number,
  email: string,
): Promise<FollowerCounts> {
  const counts = await transaction.one<FollowerCounts>(deletePerson([forumId, email]));
  await withdrawMailTo(transaction, { about: aboutForum(forumId), email });
  const withdrawn = await withdrawMail(transaction, [aboutAnswers(forumId)]);
  const comments = withdrawn.map(({ about }) => Number(COMMENT.exec(about)?.[1]));
  await noteAnswers(transaction, forumId, [...new Set(comments)]);
  return counts;
}
