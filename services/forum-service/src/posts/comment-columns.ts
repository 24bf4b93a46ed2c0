import { sql } from '@guidepost/postgres';

const FACTS = sql.part`c.id, c.dialog_id, c.is_org_reply, c.poster_id, c.author_name, c.work_title,
  to_char(c.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date`;

/** Columns of `CommentRow`, for rows aliased `c`. */
export const COMMENT_COLUMNS = sql.part`${FACTS}, c.text_html`;

/** For lists: the text only where `fits` is true. */
export const LISTED_COMMENT_COLUMNS = sql.part`${FACTS}, case when c.fits then c.text_html end as text_html`;
