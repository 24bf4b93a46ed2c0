import { type Database, preparedStatement } from '@guidepost/postgres';

const forget = preparedStatement(new URL('./sql/forget-vectors.sql', import.meta.url));

/** Deletes vectors of earlier texts when no server makes new ones. */
export async function forgetStaleVectors(database: Database): Promise<void> {
  await database.none(forget([]));
}
