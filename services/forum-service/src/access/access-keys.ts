import { preparedStatement } from '@guidepost/postgres';

/** Of several keys; see `createKeyUse`. */
export const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));
