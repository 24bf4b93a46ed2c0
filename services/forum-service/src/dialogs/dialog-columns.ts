import { sqlText } from '@guidepost/postgres';

/** What is read of a dialog, from rows called `d`: see `DialogRow`. */
export const DIALOG_COLUMNS = sqlText(new URL('./sql/dialog-columns.sql', import.meta.url)).trim();
