import { type Executor, sql } from '@guidepost/postgres';
import { contentHash } from '../posts/posting.ts';
import { mergedText } from './merge-dialogs.ts';

/** A dialog whose row is kept as that of a deleted post, and the comment that it has become. */
interface TextOfBoth {
  title: string;
  text: string;
  markdown: boolean;
  /** Whether the dialog waited for review. */
  was_held: boolean;
  /** The text of the comment now. */
  comment: string;
  /** Whether the comment waits for review. */
  held: boolean;
  pub_date: Date;
}

const read = sql`
  -- The dialog of the deleted post $2, and its comment $3.
  select k.stored ->> 'title' as title, k.stored ->> 'text' as text, (k.stored ->> 'markdown')::boolean as markdown,
    (k.stored ->> 'held')::boolean as was_held, c.text as comment, c.held, c.pub_date
  from deleted_rows k
  join comments c on c.forum_id = $1 and c.id = $3
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialogs'
`;
const amend = sql`
  update deleted_rows k
  set stored = k.stored || $4::jsonb
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = $3
`;
const forgetMerge = sql`
  -- The text before the merge is that of the dialog.
  delete from originals o
  where o.forum_id = $1 and o.comment_id = $2 and o.title is not null and o.edited_at >= $3::timestamptz
`;
const addTitles = sql`
  -- Texts that the comment $2 has had since the merge were those of a dialog with the title $3, below the beginning $4.
  update originals o
  set title = $3,
    text = case
      when starts_with(o.text, $4) and length(o.text) > length($4) then substr(o.text, length($4) + 1) else o.text
    end
  where o.forum_id = $1 and o.comment_id = $2 and o.title is null
`;

interface MergedText {
  /** The deleted post of the dialog. */
  entry: number;
  comment: number;
  mergedAt: Date;
}

/**
 * Corrections and the approval of the text of a merged dialog, a comment meanwhile, are kept in the dialog that is
 * about to be restored.
 */
export async function takeBackText(
  transaction: Executor,
  forumId: number,
  { entry, comment, mergedAt }: MergedText,
): Promise<void> {
  const both = await transaction.one<TextOfBoth>(read([forumId, entry, comment]));
  const whole = mergedText(both);
  const beginning = whole.slice(0, whole.length - both.text.length);
  const change = (kind: string, columns: object) =>
    transaction.none(amend([forumId, entry, kind, JSON.stringify(columns)]));
  if (both.comment !== whole) {
    const text = withoutBeginning(both.comment, beginning);
    const hash = contentHash(both.title, text).toString('hex');
    await change('dialogs', { text, content_hash: `\\x${hash}` });
  }
  if (both.was_held && !both.held) {
    const { pub_date } = both;
    await change('dialogs', { held: false, archived: false, pub_date });
    await change('dialog_tags', { archived: false, pub_date });
  }
  await transaction.none(forgetMerge([forumId, comment, mergedAt]));
  await transaction.none(addTitles([forumId, comment, both.title, beginning]));
}

/** Those who edit the comment may have removed the title, or all but the title. */
function withoutBeginning(comment: string, beginning: string): string {
  const text = comment.startsWith(beginning) ? comment.slice(beginning.length) : comment;
  return text.trim() === '' ? comment : text;
}
