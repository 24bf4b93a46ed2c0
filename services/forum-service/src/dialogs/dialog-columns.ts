import { sqlText } from '@guidepost/postgres';

const facts = sqlText(new URL('./sql/dialog-columns.sql', import.meta.url)).trim();

/** What is read of a dialog, from rows called `d`: see `DialogRow`. */
export const DIALOG_COLUMNS = `${facts}, d.text_html`;

/** The same in a list, which says of each whether it `fits`: the texts of the others are not read. */
export const LISTED_DIALOG_COLUMNS = `${facts}, case when d.fits then d.text_html end as text_html`;
