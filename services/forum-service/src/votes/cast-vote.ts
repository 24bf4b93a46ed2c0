import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { NewPost } from '../posting/new-post.ts';
import { postStatement, runPost } from '../posting/post-statement.ts';

/** A vote that is about to be cast. */
export interface NewVote extends NewPost {
  dialogId: number;
  /** Whether archived dialogs take it. */
  evenArchived: boolean;
}

const statement = postStatement(new URL('./sql/cast-vote.sql', import.meta.url));

/**
 * Casts a vote, in one statement.
 *
 * @returns the forum's revision with this vote
 * @throws AppError `not-found`, `forbidden` for an archived dialog and a blocked sender; the database's unique violation when
 * the person has voted for it
 */
export async function castVote(executor: Executor, vote: NewVote): Promise<number> {
  const { author, dialogId, evenArchived } = vote;
  const values = [dialogId, evenArchived, author.name, author.identity.person];
  const { revision } = await runPost<{ revision: number | null }>(executor, statement(vote, values));
  if (revision === null) throw new AppError('forbidden', 'The dialog is archived, or this sender blocked.');
  return revision;
}
