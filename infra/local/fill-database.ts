import { closeDatabase, type Executor, openDatabase } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

/** Owns the knowledge bases and forums of the demo. */
export const DEMO_OWNER = 'you@demo.example';

/** Creates demo content in one transaction, so that an interrupted start can be repeated. */
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
