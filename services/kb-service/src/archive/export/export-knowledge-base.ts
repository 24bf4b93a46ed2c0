import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describeWritingFailure, lookAt, refuseExisting } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { imageFolder } from '../import/images.ts';
import { exportDocument } from './export-document.ts';
import { readSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts';

interface Target {
  file: string;
  /** For images; created only if there are any. */
  folder: string;
}

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
  return readSnapshot(database, options, (snapshot) =>
    replaceExport(options, async ({ file, folder }) => {
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
  const files = await snapshot.listFiles();
  for (const { id, path } of files) {
    signal.throwIfAborted();
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await snapshot.readFile(id), { flag: 'wx' });
  }
  return files.length;
}

/**
 * Writes an export under temporary names, then renames it. A failure removes what was written and leaves existing
 * files unchanged.
 * @throws AppError `conflict` if files exist, unless `force` is set and they can be replaced; `invalid` if the file
 * system refuses
 */
export async function replaceExport<Result>(
  { file, force }: { file: string; force: boolean },
  write: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target: Target = { file, folder: imageFolder(file) };
  const suffix = `.${randomBytes(6).toString('hex')}.part`;
  const written: Target = { file: `${target.file}${suffix}`, folder: `${target.folder}${suffix}` };
  try {
    await refuseTarget(target, force);
    const result = await write(written);
    await refuseTarget(target, force);
    await moveIntoPlace(written, target, `${target.folder}.old${suffix}`);
    return result;
  } catch (error) {
    throw describeWritingFailure(error, file);
  } finally {
    await rm(written.file, { force: true });
    await rm(written.folder, { force: true, recursive: true });
  }
}

async function refuseTarget({ file, folder }: Target, force: boolean): Promise<void> {
  await refuseExisting(file, 'file', force);
  await refuseExisting(folder, 'folder', force);
}

/** Moves the old folder aside first, because a folder cannot be renamed onto another. */
async function moveIntoPlace(written: Target, target: Target, aside: string): Promise<void> {
  const replaces = await exists(target.folder);
  if (replaces) await rename(target.folder, aside);
  try {
    if (await exists(written.folder)) await rename(written.folder, target.folder);
    await rename(written.file, target.file);
  } catch (error) {
    await rm(target.folder, { force: true, recursive: true });
    if (replaces) await rename(aside, target.folder);
    throw error;
  }
  await rm(aside, { force: true, recursive: true });
}

async function exists(path: string): Promise<boolean> {
  return (await lookAt(path)) !== undefined;
}
