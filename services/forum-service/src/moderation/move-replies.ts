import { type Executor, sql } from '@guidepost/postgres';
import { moveMailOfDialog } from '../mail/mail-of-posts.ts';
import { keepOriginal } from '../posts/edit-posts.ts';
import type { Metadata } from '../posts/metadata.ts';
import { RENDERER } from '../rendering/render-text.ts';

/** The texts of a dialog that is merged into another one. */
export interface MergedText {
  title: string;
  text: string;
  markdown: boolean;
  metadata: Metadata;
}

interface Places {
  id: number;
  into: number;
}

const insertComment = sql`
  -- The dialog $2 as a comment of $3, with its text $4 and HTML $5.
  insert into comments (forum_id, dialog_id, text, text_html, renderer, pub_date, held, poster_id, author_name, work_title,
    markdown, confirmed)
  select d.forum_id, $3, $4, $5, $6, d.pub_date, d.held, d.poster_id, d.author_name, d.work_title,
    d.markdown, d.confirmed
  from dialogs d
  where d.forum_id = $1 and d.id = $2
  returning id
`;

/** Duplicates are deleted before the rest moves. */
const MOVE_PEOPLE = [
  sql`
    -- Votes of people who have voted for both dialogs, and where they came from.
    with gone as (
      delete from votes v
      using votes t
      where v.forum_id = $1 and v.dialog_id = $2 and t.forum_id = $1 and t.dialog_id = $3 and t.voter = v.voter
      returning v.poster_id
    )
    delete from post_addresses a
    using gone g
    where a.forum_id = $1 and a.dialog_id = $2 and a.kind = 'vote' and a.poster_id = g.poster_id
  `,
  sql`
    update votes v
    set dialog_id = $3
    where v.forum_id = $1 and v.dialog_id = $2
  `,
  sql`
    -- The same comment of the same person on both dialogs.
    delete from recent_comments r
    using recent_comments t
    where r.forum_id = $1 and r.dialog_id = $2 and t.forum_id = $1 and t.dialog_id = $3
      and t.content_hash = r.content_hash
  `,
  sql`
    update recent_comments r
    set dialog_id = $3
    where r.forum_id = $1 and r.dialog_id = $2
  `,
  sql`
    -- People who follow both dialogs keep the row of $3; that of $2 is deleted with the dialog. $1 forum
    with telling as (
      update new_answers set dialog_id = $3 where forum_id = $1 and dialog_id = $2
    )
    update followers f
    set dialog_id = $3
    where f.forum_id = $1 and f.dialog_id = $2
      and not exists (
        select from followers o where o.forum_id = $1 and o.dialog_id = $3 and o.person = f.person
      )
  `,
];
const MOVE_POSTS = [
  sql`
    update comments c
    set dialog_id = $3
    where c.forum_id = $1 and c.dialog_id = $2 and c.id <> $4
  `,
  sql`
    -- Earlier texts of the dialog belong to its comment $4.
    update originals o
    set dialog_id = $3, comment_id = coalesce(o.comment_id, $4)
    where o.forum_id = $1 and o.dialog_id = $2
  `,
  sql`
    update notes n
    set dialog_id = $3
    where n.forum_id = $1 and n.dialog_id = $2 and $4::bigint is not null
  `,
  sql`
    update helpful_votes h
    set dialog_id = $3
    where h.forum_id = $1 and h.dialog_id = $2 and $4::bigint is not null
  `,
  sql`
    -- Reports of the dialog are about its comment $4.
    update reports r
    set dialog_id = $3, comment_id = coalesce(r.comment_id, $4)
    where r.forum_id = $1 and r.dialog_id = $2
  `,
  sql`
    -- The addresses of the dialog, and of reports of it, belong to its comment $4.
    update post_addresses a
    set dialog_id = $3,
      kind = case a.kind when 'dialog' then 'comment' else a.kind end,
      comment_id = case when a.kind in ('dialog', 'report') then coalesce(a.comment_id, $4) else a.comment_id end
    where a.forum_id = $1 and a.dialog_id = $2
  `,
];

/** Makes a comment of a dialog and keeps what the dialog said. @returns the id of the comment */
export async function becomeComment(
  transaction: Executor,
  forumId: number,
  merged: Places & MergedText & { comment: string; html: string; editor: string },
): Promise<number> {
  const { id, into, title, text, metadata, comment, html, editor } = merged;
  const { id: comment_id } = await transaction.one<{ id: number }>(
    insertComment([forumId, id, into, comment, html, RENDERER]),
  );
  const edited_by = editor;
  await keepOriginal(transaction, forumId, { dialog_id: into, comment_id, title, text, metadata, edited_by });
  return comment_id;
}

/** Moves everything that people have added to a dialog, and what they said about the dialog itself to its comment. */
export async function moveReplies(
  transaction: Executor,
  forumId: number,
  { id, into, comment_id }: Places & { comment_id: number },
): Promise<void> {
  for (const move of MOVE_PEOPLE) await transaction.none(move([forumId, id, into]));
  for (const move of MOVE_POSTS) await transaction.none(move([forumId, id, into, comment_id]));
  await moveMailOfDialog(transaction, forumId, { id, into, comment_id });
}
