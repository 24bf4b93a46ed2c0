import { AppError, type Logger, logWaits } from '@guidepost/service-kit';
import { closeDatabase, openDatabase } from '../connection/database.ts';
import { fromDatabaseError } from '../errors/database-error.ts';
import { migrate } from './migrate.ts';

export interface SchemaOptions {
  /** Shown in `pg_stat_activity`, as `guidepost <service> migrate`. */
  service: string;
  url: string;
  /** The environment variable of the URL, for error messages. */
  variable: string;
  /** See {@link migrate}. */
  migrations: readonly URL[];
  logger: Logger;
}

/**
 * Migrates a service's schema at start. Without the time limits of requests: migrating a large table, or waiting for
 * another instance, may take minutes.
 * @throws AppError `unavailable` in one line, with the server's or network's message, which contains no secrets
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
    const applied = await logWaits({ logger }, (waitsFor) => migrate(database, migrations, waitsFor));
    if (applied.length > 0) logger.info({ applied }, 'schema brought up to date');
  } catch (error) {
    throw explain(error, variable);
  } finally {
    await closeDatabase(database);
  }
}

function explain(error: unknown, variable: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const details = { cause: error };
  if ('code' in error) return new AppError('unavailable', `${variable}: ${error.message}`, details);
  // What pg says of connections that fail has no code.
  return fromDatabaseError(error) === error
    ? error
    : new AppError('unavailable', `${variable}: the server does not answer (${error.message}).`, details);
}
