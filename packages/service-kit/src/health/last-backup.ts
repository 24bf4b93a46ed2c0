import { stat } from 'node:fs/promises';
import type { VariableSchema } from '../config/environment.ts';
import type { Metrics } from '../metrics/metrics.ts';

export type BackupConfig<Prefix extends string> = Partial<Record<`${Prefix}_BACKUP_MARKER`, string>>;

/** When the last backup was finished, if that is known. */
export type FindLastBackup = () => Promise<Date | undefined>;

export function backupVariables(prefix: string): Record<string, VariableSchema> {
  return {
    [`${prefix}_BACKUP_MARKER`]: {
      description: 'a file that every finished backup touches; its time is shown at the desk and in metrics',
      type: 'string',
      pattern: '^/',
    },
  };
}

/** Any backup tool can be followed by `touch`. */
export function createFindLastBackup(marker: string | undefined): FindLastBackup {
  return async () => {
    if (marker === undefined) return undefined;
    const found = await stat(marker).catch(() => undefined);
    return found?.mtime;
  };
}

/** Without a series as long as no backup is known of. */
export function measureLastBackup({ addGauge }: Pick<Metrics, 'addGauge'>, find: FindLastBackup): void {
  addGauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last backup was finished, if a marker says so',
    async read() {
      const at = await find();
      return at ? [{ labels: {}, value: at.getTime() / 1_000 }] : [];
    },
  });
}
