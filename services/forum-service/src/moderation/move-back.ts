import { type Executor, sql } from '@guidepost/postgres';
import { moveMailOfComments } from '../mail/mail-of-posts.ts';
import type { MergedSource } from './merge-dialogs.ts';

/**
 * Each moves what is listed in $4 from the dialog $3 to $2, which is restored. What others have moved or deleted since
 * stays as it is.
 */
const MOVES = [
  [
    'comments',
    sql`
      update comments c
      set dialog_id = $2
      where c.forum_id = $1 and c.dialog_id = $3 and c.id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      update helpful_votes h
      set dialog_id = $2
      where h.forum_id = $1 and h.dialog_id = $3 and h.comment_id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      update originals o
      set dialog_id = $2
      where o.forum_id = $1 and o.dialog_id = $3 and o.comment_id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      update reports r
      set dialog_id = $2
      where r.forum_id = $1 and r.dialog_id = $3 and r.comment_id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      update post_addresses a
      set dialog_id = $2
      where a.forum_id = $1 and a.dialog_id = $3 and a.comment_id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      -- Those that have been deleted since can be restored in their dialog.
      update deleted_posts p
      set dialog_id = $2
      where p.forum_id = $1 and p.dialog_id = $3 and p.comment_id = any($4::bigint[])
    `,
  ],
  [
    'notes',
    sql`
      update notes n
      set dialog_id = $2
      where n.forum_id = $1 and n.dialog_id = $3 and n.id = any($4::bigint[])
    `,
  ],
  [
    'followers',
    sql`
      update followers f
      set dialog_id = $2
      where f.forum_id = $1 and f.dialog_id = $3 and f.id = any($4::bigint[])
    `,
  ],
  [
    'voters',
    sql`
      update votes v
      set dialog_id = $2
      where v.forum_id = $1 and v.dialog_id = $3 and v.poster_id = any($4::bigint[])
    `,
  ],
  [
    'senders',
    sql`
      update post_addresses a
      set dialog_id = $2
      where a.forum_id = $1 and a.dialog_id = $3 and a.id = any($4::bigint[])
    `,
  ],
  [
    'ownSenders',
    sql`
      update post_addresses a
      set dialog_id = $2, kind = 'dialog', comment_id = null
      where a.forum_id = $1 and a.dialog_id = $3 and a.id = any($4::bigint[])
    `,
  ],
  [
    'addresses',
    sql`
      update addresses a
      set dialog_id = $2
      where a.forum_id = $1 and a.dialog_id = $3 and a.id = any($4::bigint[])
    `,
  ],
  [
    'merged',
    sql`
      update merged_dialogs m
      set dialog_id = $2
      where m.forum_id = $1 and m.dialog_id = $3 and m.id = any($4::bigint[])
    `,
  ],
  [
    'comments',
    sql`
      -- Followers are about to be told of these.
      update new_answers n
      set dialog_id = $2
      where n.forum_id = $1 and n.dialog_id = $3 and n.comment_id = any($4::bigint[])
    `,
  ],
] as const;

/** Answers to the comment $4, also those since the merge, are about the dialog $2 again. */
const MOVES_OF_TEXT = [
  sql`
    update originals o
    set dialog_id = $2, comment_id = null
    where o.forum_id = $1 and o.dialog_id = $3 and o.comment_id = $4
  `,
  sql`
    update reports r
    set dialog_id = $2, comment_id = null
    where r.forum_id = $1 and r.dialog_id = $3 and r.comment_id = $4
  `,
  sql`
    update post_addresses a
    set dialog_id = $2, comment_id = null
    where a.forum_id = $1 and a.dialog_id = $3 and a.comment_id = $4
  `,
];

interface Places {
  source: MergedSource;
  /** Where the dialog is part of now. */
  from: number;
}

/** Moves what had moved with a dialog back to it. */
export async function moveBack(
  transaction: Executor,
  forumId: number,
  { source, from }: Places,
): Promise<void> {
  for (const [name, move] of MOVES) {
    if (source[name].length > 0) await transaction.none(move([forumId, source.id, from, source[name]]));
  }
  for (const move of MOVES_OF_TEXT) await transaction.none(move([forumId, source.id, from, source.comment]));
  await moveMailOfComments(transaction, forumId, {
    id: from,
    into: source.id,
    comments: source.comments,
    text: source.comment,
  });
}
