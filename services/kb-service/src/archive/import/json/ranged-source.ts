import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError, readSourceFile, unreadable } from '@guidepost/service-kit';

/** Bytes that are read in ranges, so that their number does not matter. */
export interface RangedSource {
  /** For messages. */
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` to before `end`, or to the end of the source. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** What is read from a file at once. */
export const WINDOW_BYTES = 1_000_000;

/**
 * A file; anything else, such as a pipe, is read as a whole.
 * @throws AppError `invalid` with a message of one line, also later, if the file is written to meanwhile
 */
export async function openRangedSource(path: string): Promise<RangedSource> {
  const name = basename(path);
  const opened = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (!opened.isFile()) return bytesSource(await readSourceFile(path, path), name);
  let window = { start: 0, bytes: new Uint8Array() };

  async function readWindow(start: number, length: number): Promise<typeof window> {
    const file = await open(path).catch((error: unknown) => {
      throw unreadable(error, path);
    });
    try {
      const { ino, size, mtimeMs } = await file.stat();
      if (ino !== opened.ino || size !== opened.size || mtimeMs !== opened.mtimeMs)
        throw new AppError('invalid', `${name}: the file was written to while it was read`);
      const range = { start, end: start + length - 1, highWaterMark: length, autoClose: false };
      return { start, bytes: await buffer(file.createReadStream(range)) };
    } finally {
      await file.close();
    }
  }

  return {
    name,
    size: opened.size,
    async read(start, end) {
      const isInWindow = start >= window.start && end <= window.start + window.bytes.length;
      const found = isInWindow ? window : await readWindow(start, Math.max(end - start, WINDOW_BYTES));
      window = found;
      return found.bytes.subarray(start - found.start, end - found.start);
    },
  };
}

export function bytesSource(bytes: Uint8Array, name: string): RangedSource {
  return { name, size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}
