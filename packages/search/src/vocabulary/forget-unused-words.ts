import { type Database, preparedStatement } from '@guidepost/postgres';
import { holdFeeding } from '../queue/feed-index.ts';

const forget = preparedStatement(new URL('./sql/forget-unused-words.sql', import.meta.url));

/** Deletes unused words, which are otherwise kept for their return, so that erased content leaves no trace. */
export async function forgetUnusedWords(database: Database, tenantId: number): Promise<void> {
  await database.tx('forget-unused-words', async (transaction) => {
    // Feeding updates these counts.
    await holdFeeding(transaction);
    await transaction.none(forget([tenantId]));
  });
}
