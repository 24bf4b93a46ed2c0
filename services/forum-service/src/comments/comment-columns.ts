import { sqlText } from '@guidepost/postgres';

const facts = sqlText(new URL('./sql/comment-columns.sql', import.meta.url)).trim();

export const COMMENT_COLUMNS = `${facts}, c.text_html`;

/** For lists: the text only where `fits` is true. */
export const LISTED_COMMENT_COLUMNS = `${facts}, case when c.fits then c.text_html end as text_html`;
