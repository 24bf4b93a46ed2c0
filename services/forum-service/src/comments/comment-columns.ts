import { sqlText } from '@guidepost/postgres';

/** What is read of a comment, from rows called `c`: see `CommentRow`. */
export const COMMENT_COLUMNS = sqlText(new URL('./sql/comment-columns.sql', import.meta.url)).trim();
