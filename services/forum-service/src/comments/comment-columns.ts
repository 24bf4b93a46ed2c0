import { sqlText } from '@guidepost/postgres';

const facts = sqlText(new URL('./sql/comment-columns.sql', import.meta.url)).trim();

/** What is read of a comment, from rows called `c`: see `CommentRow`. */
export const COMMENT_COLUMNS = `${facts}, c.text_html`;

/** The same in a list, which says of each whether it `fits`: the texts of the others are not read. */
export const LISTED_COMMENT_COLUMNS = `${facts}, case when c.fits then c.text_html end as text_html`;
