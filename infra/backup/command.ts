import { AppError } from '@guidepost/service-kit';
import { readSettings, type Settings } from '../local/settings.ts';

/** Runs a command on the embedded database; a failure is one line and exit code 1, bad usage exit code 2. */
export async function runCommand(
  usage: string,
  command: (words: string[], settings: Settings) => Promise<void>,
): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return console.log(usage);
  const unknown = words.find((word) => word.startsWith('-'));
  if (unknown !== undefined) {
    console.error(`error: unknown option '${unknown}'\n${usage}`);
    process.exitCode = 2;
    return;
  }
  try {
    await command(words, readSettings(process.env));
  } catch (error) {
    console.error(error instanceof AppError ? error.message : error);
    process.exitCode = 1;
  }
}

/** @throws AppError `invalid` when no service uses the embedded database */
export function requireEmbedded({
  KB_DATABASE_URL,
  FORUM_DATABASE_URL,
}: Pick<Settings, 'KB_DATABASE_URL' | 'FORUM_DATABASE_URL'>): void {
  if (KB_DATABASE_URL && FORUM_DATABASE_URL)
    throw new AppError(
      'invalid',
      'KB_DATABASE_URL and FORUM_DATABASE_URL are set, so the embedded database is not used: docs/operations.md tells how to back up others.',
    );
}
