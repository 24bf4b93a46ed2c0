import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Executor } from '@guidepost/postgres';
import { type Disclosure, exportLine } from './export-line.ts';
import { replaceFile } from './replace-file.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface ExportOptions extends Disclosure {
  slug: string;
  signal: AbortSignal;
  /** Called once with the number of dialogs; the function it returns is called for each. */
  onStart?: (dialogs: number) => () => void;
}

export interface FileExport extends ExportOptions {
  file: string;
  force: boolean;
}

/**
 * Writes a consistent snapshot of a forum to a file, completely or not at all.
 * @returns the number of dialogs
 * @throws AppError `not-found`, `conflict` when the file exists, `invalid` when it cannot be written
 */
export function exportToFile(database: Executor, options: FileExport): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await replaceFile(options, (path) =>
      writeLines(snapshot, createWriteStream(path, { flags: 'wx', mode: modeOf(options) }), options),
    );
    return snapshot.count;
  });
}

/** Files with personal data are readable by their owner only. */
function modeOf({ personalData }: Disclosure): number {
  return personalData ? 0o600 : 0o666;
}

export function exportToStream(
  database: Executor,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await writeLines(snapshot, stream, options).catch(ignoreEarlyClose);
    return snapshot.count;
  });
}

async function writeLines(
  snapshot: Snapshot,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<void> {
  const { signal, onStart } = options;
  const onDialog = onStart?.(snapshot.count) ?? (() => {});
  const lines = async function* () {
    for await (const dialog of snapshot.dialogs()) {
      yield `${JSON.stringify(exportLine(dialog, options))}\n`;
      onDialog();
    }
  };
  await pipeline(lines, stream, { signal, end: stream !== process.stdout });
}

/** A reader that closes early (`| head`) is not an error. */
function ignoreEarlyClose(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
