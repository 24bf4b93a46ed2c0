import { type Database, preparedStatement } from '@guidepost/postgres';

const forget = preparedStatement(new URL('./sql/forget-vectors.sql', import.meta.url));

/** Deletes vectors of earlier texts if none have been made of the present ones for an hour. */
export async function forgetStaleVectors(database: Database): Promise<void> {
  await database.none(forget([]));
}
