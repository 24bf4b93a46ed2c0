import { closeDatabase, type Executor, openDatabase } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

/**
 * Makes something to look at as this process, all or nothing: a start that is interrupted here leaves it to the next one.
 * What our own errors say is for the person at the terminal, in a line.
 */
export async function fillDatabase(
  url: string | undefined,
  fill: (transaction: Executor) => Promise<void>,
): Promise<void> {
  const database = openDatabase({
    url: url ?? '',
    poolSize: 1,
    applicationName: 'guidepost demo',
    statementTimeout: 0,
  });
  try {
    await database.tx(fill);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await closeDatabase(database);
  }
}
