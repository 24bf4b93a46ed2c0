import { type Executor, sql } from '@guidepost/postgres';
import { RENDERER } from '../../rendering/render-text.ts';
import type { Posters } from './write-posters.ts';
import type { Writing } from './writing.ts';

const insertComments = sql`
  -- $1 forum, $2 renderer, $3 an array of objects. Comments with names of others are rendered again when all are there.
  insert into comments (forum_id, id, dialog_id, text, markdown, text_html, renderer, pub_date, is_org_reply, held,
    poster_id, author_name, work_title, confirmed)
  select $1, c.id, c.dialog_id, c.text, c.markdown, c.text_html, case when c.names then 0 else $2 end, c.pub_date,
    c.is_org_reply, c.held, c.poster_id, c.author_name, c.work_title, c.confirmed
  from json_to_recordset($3) as c (
    id bigint, dialog_id bigint, text text, markdown boolean, text_html text, names boolean, pub_date timestamptz, is_org_reply boolean, held boolean,
    poster_id bigint, author_name text, work_title text, confirmed boolean
  )
`;
const acceptAnswers = sql`
  -- $1 forum, $2 dialogs, $3 the comment that is the answer to each
  update dialogs d
  set accepted_comment = a.comment_id
  from unnest($2::bigint[], $3::bigint[]) as a (dialog_id, comment_id)
  where d.forum_id = $1 and d.id = a.dialog_id
`;
const insertVotes = sql`
  -- $1 forum, $2 an array of objects
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name, voted_at)
  select $1, v.dialog_id, decode(v.voter, 'hex'), v.poster_id, v.author_name, v.voted_at
  from json_to_recordset($2) as v (
    dialog_id bigint, voter text, poster_id bigint, author_name text, voted_at timestamptz
  )
`;

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
