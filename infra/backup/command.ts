import { AppError } from '@guidepost/service-kit';
import { readCommandLine } from '../local/command-line.ts';
import { readSettings, type Settings } from '../local/settings.ts';

/** Runs a command on the embedded database; a failure is one line and exit code 1, bad usage exit code 2. */
export async function runCommand(
  { usage, most = 0 }: { usage: string; most?: number },
  command: (words: string[], settings: Settings) => Promise<void>,
): Promise<void> {
  const { positionals: words } = readCommandLine(usage, { most });
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
