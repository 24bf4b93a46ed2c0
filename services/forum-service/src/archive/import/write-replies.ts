import { type Executor, preparedStatement } from '@guidepost/postgres';
import { RENDERER } from '../../rendering/render-text.ts';
import type { Posters } from './write-posters.ts';
import type { Writing } from './writing.ts';

const insertComments = preparedStatement(new URL('./sql/insert-comments.sql', import.meta.url));
const acceptAnswers = preparedStatement(new URL('./sql/accept-answers.sql', import.meta.url));
const insertVotes = preparedStatement(new URL('./sql/insert-votes.sql', import.meta.url));

export async function writeReplies(
  transaction: Executor,
  { forumId, dialogs }: Writing,
  posters: Posters,
): Promise<{ comments: number; votes: number }> {
  const comments = dialogs.flatMap((dialog) =>
    dialog.comments.map((comment) => ({
      id: comment.id,
      dialog_id: dialog.id,
      text: comment.text,
      markdown: comment.markdown,
      text_html: comment.text_html,
      names: comment.markdown && comment.text.includes('@'),
      pub_date: comment.pub_date,
      is_org_reply: comment.is_org_reply,
      held: comment.held,
      poster_id: posters.idOf(comment),
      author_name: comment.name,
      work_title: comment.work_title,
      confirmed: comment.confirmed,
    })),
  );
  const accepted = dialogs.flatMap((dialog) =>
    dialog.comments.filter((comment) => comment.accepted).map((comment) => [dialog.id, comment.id] as const),
  );
  const votes = dialogs.flatMap((dialog) =>
    dialog.votes.map((vote) => ({
      dialog_id: dialog.id,
      voter: vote.voter,
      poster_id: posters.idOf(vote),
      author_name: vote.name,
      voted_at: vote.voted_at,
    })),
  );
  await transaction.none(insertComments([forumId, RENDERER, JSON.stringify(comments)]));
  const answers = [accepted.map(([dialog]) => dialog), accepted.map(([, comment]) => comment)];
  if (accepted.length > 0) await transaction.none(acceptAnswers([forumId, ...answers]));
  await transaction.none(insertVotes([forumId, JSON.stringify(votes)]));
  return { comments: comments.length, votes: votes.length };
}
