import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@guidepost/postgres';
import { ZipFile } from 'yazl';
import { imageFolder } from '../import/images.ts';
import { exportDocument } from './export-document.ts';
import { type ExportedFile, readSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts';

export interface ArchiveExport extends SnapshotOptions {
  /** Ends the export; what has been written is no complete archive. */
  signal: AbortSignal;
  /** Called once everything has been found that could be missing. */
  open: () => Writable;
}

const DOCUMENT = 'guides.json';

/**
 * Writes a knowledge base with its images and files as a ZIP file, while it is read: neither memory nor disk hold it.
 * @throws AppError `not-found`, `unavailable`; errors of the target
 */
export function exportToArchive(
  database: Database,
  { signal, open, ...options }: ArchiveExport,
): Promise<void> {
  return readSnapshot(database, options, async (snapshot) => {
    const archive = createArchive(entriesOf(snapshot, await snapshot.listFiles()));
    try {
      await pipeline(archive.output, open(), { signal });
    } finally {
      await archive.end();
    }
  });
}

interface ArchiveEntry {
  path: string;
  compress: boolean;
  read: () => AsyncIterable<string | Buffer>;
}

function entriesOf(snapshot: Snapshot, files: readonly ExportedFile[]): ArchiveEntry[] {
  const document = () => exportDocument(snapshot, { onGuide: () => undefined });
  return [
    { path: DOCUMENT, compress: true, read: document },
    ...files
      .filter(({ isCopy }) => !isCopy)
      .map((file) => ({
        path: `${imageFolder(DOCUMENT)}/${file.path}`,
        // Images are compressed already.
        compress: false,
        async *read() {
          yield await snapshot.readFile(file);
        },
      })),
  ];
}

/** Entries are read one after the other, each when the one before has been written. */
function createArchive(entries: readonly ArchiveEntry[]): { output: Readable; end(): Promise<void> } {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const mtime = new Date();
  let current: Readable | undefined;
  archive.on('error', (error: Error) => output.destroy(error));
  for (const { path, compress, read } of entries) {
    archive.addReadStreamLazy(path, { mtime, compress }, (done) => {
      current = Readable.from(read());
      done(null, current);
    });
  }
  archive.end();
  return {
    output,
    /** Waits for what is being read, since the transaction must not end before its statements. */
    async end() {
      if (!current || current.closed) return;
      const closed = once(current, 'close');
      current.destroy();
      await closed;
    },
  };
}
