import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';

const run = promisify(execFile);

/** The first file of an archive. */
export const VERSION_FILE = 'backup.json';

/** The folders of DATA_DIR that a backup holds: everything that cannot be made again. */
export const FOLDERS = ['postgres', 'forum-files'];

export interface BackupVersion {
  format: 1;
  made: string;
  /** PostgreSQL's major version. */
  postgresql: string;
  /** A data directory is read on the platform that wrote it only. */
  platform: string;
}

export const PLATFORM = `${process.platform}-${process.arch}`;

/** Writes the archive under another name first, so that an interruption leaves nothing that looks like a backup. */
export async function writeArchive(
  file: string,
  { directory, folders, version }: { directory: string; folders: string[]; version: BackupVersion },
): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-backup-'));
  try {
    await writeFile(join(folder, VERSION_FILE), `${JSON.stringify(version, undefined, 2)}\n`);
    await (await open(unfinished, 'w', 0o600)).close();
    await chmod(unfinished, 0o600);
    await run('tar', ['-czf', unfinished, '-C', folder, VERSION_FILE, '-C', directory, ...folders]);
    await onDisk(unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(folder, { recursive: true });
    await rm(unfinished, { force: true });
  }
}

/** @param text that of `VERSION_FILE` @throws AppError `invalid` for a file that is no backup of this version */
export function parseVersion(file: string, text: string): BackupVersion {
  const version = parseJson(text);
  if (!isDescribed(version)) {
    throw new AppError('invalid', `${file} is not a backup by npm run backup, or is damaged.`);
  }
  if (version.format === 1) return version;
  throw new AppError('invalid', `${file} was made by a newer version of Guidepost.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDescribed(version: unknown): version is BackupVersion {
  if (typeof version !== 'object' || version === null || !('format' in version)) return false;
  if (version.format !== 1) return typeof version.format === 'number';
  const { made, postgresql, platform } = version as Partial<Record<keyof BackupVersion, unknown>>;
  return (
    [made, postgresql, platform].every((text) => typeof text === 'string') && /^\d+$/.test(String(postgresql))
  );
}

async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}
