import { AppError, type Logger } from '@guidepost/service-kit';
import { closeDatabase, openDatabase } from '../connection/database.ts';
import { migrate } from './migrate.ts';

export interface SchemaOptions {
  /** Shown in `pg_stat_activity`, as `guidepost <service> migrate`. */
  service: string;
  url: string;
  /** The environment variable that sets the URL, for the message when nothing answers there. */
  variable: string;
  /** See {@link migrate}. */
  migrations: readonly URL[];
  logger: Logger;
}

/**
 * What a service does with the schema before it serves. On a connection without the time limits of requests: a
 * migration of a large table, or another instance that is at it, may take minutes.
 *
 * @throws AppError `unavailable` in one line, with what the server or the network said, which names no secret
 */
export async function bringUpToDate(options: SchemaOptions): Promise<void> {
  const { service, url, variable, migrations, logger } = options;
  const database = openDatabase({
    url,
    poolSize: 1,
    applicationName: `guidepost ${service} migrate`,
    statementTimeout: 0,
  });
  try {
    const applied = await migrate(database, migrations);
    if (applied.length > 0) logger.info({ applied }, 'schema brought up to date');
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new AppError('unavailable', `${variable}: ${error.message}`, { cause: error });
  } finally {
    await closeDatabase(database);
  }
}
