import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@guidepost/postgres';
import { exportDocument } from './export-document.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { replaceExport } from './target.ts';

export interface ExportOptions {
  host: string;
  /** Ends the export with its reason; nothing is left behind then. */
  signal: AbortSignal;
  /** Hears once how many guides there are, and gives back what hears of each. */
  onStart?: (guides: number) => () => void;
}

/** What was written. */
export interface ExportSummary {
  guides: number;
  images: number;
}

export interface FileExport extends ExportOptions {
  file: string;
  /** Replaces what is there. */
  force: boolean;
}

/**
 * Writes a knowledge base into a file, and its images into the folder beside it: both or, when anything goes wrong,
 * neither.
 *
 * @throws AppError `not-found`, `conflict` when there is something already, `invalid` when it cannot be written
 */
export function exportToFile(database: Database, options: FileExport): Promise<ExportSummary> {
  return readSnapshot(database, options.host, (snapshot) =>
    replaceExport(options, async ({ file, folder }) => {
      await writeDocument(snapshot, createWriteStream(file, { flags: 'wx' }), options);
      const images = await writeImages(snapshot, folder, options.signal);
      return { guides: snapshot.knowledgeBase.guides, images };
    }),
  );
}

/** Writes the document alone. */
export function exportToStream(
  database: Database,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<ExportSummary> {
  return readSnapshot(database, options.host, async (snapshot) => {
    await writeDocument(snapshot, stream, options).catch(forgiveEarlyEnd);
    return { guides: snapshot.knowledgeBase.guides, images: 0 };
  });
}

async function writeDocument(
  snapshot: Snapshot,
  stream: NodeJS.WritableStream,
  { signal, onStart }: ExportOptions,
): Promise<void> {
  const onGuide = onStart?.(snapshot.knowledgeBase.guides) ?? (() => {});
  await pipeline(exportDocument(snapshot, onGuide), stream, { signal, end: stream !== process.stdout });
}

/** A reader that has seen enough (`| head`) is no reason to complain. */
function forgiveEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function writeImages(snapshot: Snapshot, folder: string, signal: AbortSignal): Promise<number> {
  const files = await snapshot.listFiles();
  for (const { id, path } of files) {
    signal.throwIfAborted();
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await snapshot.readFile(id), { flag: 'wx' });
  }
  return files.length;
}
