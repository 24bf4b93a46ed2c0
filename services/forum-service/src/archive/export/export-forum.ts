import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Executor } from '@guidepost/postgres';
import { type Disclosure, exportLine } from './export-line.ts';
import { replaceFile } from './replace-file.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface ExportOptions extends Disclosure {
  slug: string;
  /** Ends the export with its reason; nothing is left behind then. */
  signal: AbortSignal;
  /** Hears once how many dialogs there are, and gives back what hears of each. */
  onStart?: (dialogs: number) => () => void;
}

export interface FileExport extends ExportOptions {
  file: string;
  /** Replaces what is there. */
  force: boolean;
}

/**
 * Writes a forum into a file, as it was at one moment, completely or not at all.
 *
 * @returns how many dialogs
 * @throws AppError `not-found`, `conflict` when there is something already, `invalid` when it cannot be written
 */
export function exportToFile(database: Executor, options: FileExport): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await replaceFile(options, (path) =>
      writeLines(snapshot, createWriteStream(path, { flags: 'wx', mode: modeOf(options) }), options),
    );
    return snapshot.count;
  });
}

/** Addresses of people are for nobody but whoever asked for them. */
function modeOf({ personalData }: Disclosure): number {
  return personalData ? 0o600 : 0o666;
}

/** Writes it to where something else reads it. */
export function exportToStream(
  database: Executor,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await writeLines(snapshot, stream, options).catch(forgiveEarlyEnd);
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

/** A reader that has seen enough (`| head`) is no reason to complain. */
function forgiveEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
