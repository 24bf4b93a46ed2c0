import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@guidepost/service-kit';
import type { LeftOut } from '../moved-in/left-out.ts';
import { readBackup } from './dump/backup-file.ts';
import { createCopyReader } from './dump/copy-reader.ts';
import type { Store } from './store.ts';

/** Fills the store with the tables of a backup, and with the names of its files. @throws AppError `invalid` */
export async function loadBackup(
  path: string,
  { store, leftOut, signal }: { store: Store; leftOut: LeftOut; signal: AbortSignal },
): Promise<void> {
  const copy = createCopyReader((table, values) => store.add(table, values));
  const addFile = 'insert into archived_files (name, content, size) values (?, ?, ?)';
  const scan = await readBackup(path, {
    signal,
    onDump: (chunk) => copy.take(chunk),
    onUpload: async ({ name, size }) => store.run(addFile, name, name, size),
    onLink: (name, target) => store.run(addFile, name, target, null),
  });
  if (!scan.hasDump)
    throw new AppError(
      'invalid',
      `${path}: has no dump.sql.gz. Make the backup in Discourse under Admin, Backups.`,
    );
  copy.end();
  leftOut.add('strange_entries', scan.strange);
  store.index();
}

/**
 * Writes files of a backup to a folder.
 * @param wanted their names in the backup, with their paths in the folder
 */
export async function saveFiles(
  path: string,
  { wanted, to, signal }: { wanted: ReadonlyMap<string, string>; to: string; signal: AbortSignal },
): Promise<void> {
  if (wanted.size === 0) return;
  await readBackup(path, {
    signal,
    async onUpload({ name, content }) {
      const saved = wanted.get(name);
      if (saved !== undefined) await pipeline(Readable.from(content), createWriteStream(join(to, saved)));
    },
  });
}

/** @throws AppError `invalid` if there is no such file */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
