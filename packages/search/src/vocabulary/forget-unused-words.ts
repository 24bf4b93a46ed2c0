import { type Database, preparedStatement } from '@guidepost/postgres';
import { holdFeeding } from '../queue/feed-index.ts';

const forget = preparedStatement(new URL('./sql/forget-unused-words.sql', import.meta.url));

/**
 * Takes words of a tenant that stand in no document any more out of the word list, where they wait for their return
 * otherwise: for whoever removes something that nobody may find a trace of.
 */
export async function forgetUnusedWords(database: Database, tenantId: number): Promise<void> {
  await database.tx('forget-unused-words', async (transaction) => {
    // Whoever feeds the index counts these words.
    await holdFeeding(transaction);
    await transaction.none(forget([tenantId]));
  });
}
