import { sqlText } from '@guidepost/postgres';

const facts = sqlText(new URL('./sql/dialog-columns.sql', import.meta.url)).trim();

/** Columns of `DialogRow`, for rows aliased `d`. */
export const DIALOG_COLUMNS = `${facts}, d.text_html`;

/** For lists: the text only where `fits` is true. */
export const LISTED_DIALOG_COLUMNS = `${facts}, case when d.fits then d.text_html end as text_html`;
