import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { replaceExport } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { imageFolder } from '../import/images.ts';
import { exportDocument } from './export-document.ts';
import { readSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts';

export interface ExportOptions extends SnapshotOptions {
  /** Aborts the export, which then leaves nothing behind. */
  signal: AbortSignal;
  /** Called with the number of guides; returns a function to call after each guide. */
  onStart?: (guides: number) => () => void;
}

export interface ExportSummary {
  guides: number;
  images: number;
}

export interface FileExport extends ExportOptions {
  file: string;
  /** Replaces existing files. */
  force: boolean;
}

/**
 * Writes a knowledge base to a file and its images to the folder beside it, or neither if anything fails.
 * @throws AppError `not-found`, `conflict` for existing files, `invalid` if writing fails
 */
export function exportToFile(database: Database, options: FileExport): Promise<ExportSummary> {
  const target = { file: options.file, folder: imageFolder(options.file) };
  return readSnapshot(database, options, (snapshot) =>
    replaceExport(target, options, async ({ file, folder }) => {
      await writeDocument(snapshot, createWriteStream(file, { flags: 'wx' }), options);
      const images = await writeImages(snapshot, folder, options.signal);
      return { guides: snapshot.knowledgeBase.guides, images };
    }),
  );
}

/** Writes the document without images. */
export function exportToStream(
  database: Database,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<ExportSummary> {
  return readSnapshot(database, options, async (snapshot) => {
    await writeDocument(snapshot, stream, options).catch(ignoreClosedPipe);
    return { guides: snapshot.knowledgeBase.guides, images: 0 };
  });
}

async function writeDocument(
  snapshot: Snapshot,
  stream: NodeJS.WritableStream,
  { signal, onStart, owners }: ExportOptions,
): Promise<void> {
  const onGuide = onStart?.(snapshot.knowledgeBase.guides) ?? (() => {});
  await pipeline(exportDocument(snapshot, { owners, onGuide }), stream, {
    signal,
    end: stream !== process.stdout,
  });
}

/** A reader may close the pipe early (`| head`). */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function writeImages(snapshot: Snapshot, folder: string, signal: AbortSignal): Promise<number> {
  const files = (await snapshot.listFiles()).filter(({ isCopy }) => !isCopy);
  for (const file of files) {
    signal.throwIfAborted();
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await snapshot.readFile(file), { flag: 'wx' });
  }
  return files.length;
}
