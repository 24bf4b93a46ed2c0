import { type Executor, sql } from '@guidepost/postgres';
import type { NewPost } from './new-post.ts';
import { postStatement } from './post-statement.ts';

export interface NewVote extends NewPost {
  dialogId: number;
  allowArchived: boolean;
}

const post = postStatement<{ revision: number }>(
  sql.file(new URL('./sql/cast-vote.sql', import.meta.url)),
  'The dialog is archived, or the sender is blocked.',
);

/**
 * Casts a vote in one statement.
 * @returns the forum's new revision
 * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender; unique violation for a second
 * vote
 */
export async function castVote(executor: Executor, vote: NewVote): Promise<number> {
  const { author, dialogId, allowArchived } = vote;
  const values = [dialogId, allowArchived, author.name, author.identity.person];
  const { revision } = await post(executor, vote, values);
  return revision;
}
