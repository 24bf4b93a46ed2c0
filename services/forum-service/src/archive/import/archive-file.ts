import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';
import { LARGEST_ID } from './line-schema.ts';

interface IdScan {
  look(chunk: Buffer): void;
  highest(): number;
}

/** Inside a JSON string the quotes would be escaped, so this matches only a property. */
const ID = /"id"\s*:\s*(\d{1,16})(?!\d)/g;

/** Longest id property that may span two chunks. */
const OVERLAP = 64;

export interface ArchiveFile {
  path: string;
  hash: Buffer;
  lines: number;
  /** The highest id in the file; 0 without ids. */
  highestId: number;
}

/** A line without its line break; bytes are undefined for an over-long line. */
export interface Line {
  number: number;
  bytes: Uint8Array | undefined;
}

/** More than a dialog with a thousand comments of the length that posts may have; a few such lines fit into memory. */
export const LONGEST_LINE = 32_000_000;

const LINE_END = 0x0a;
const READ_AT_ONCE = 256_000;
const BYTE_ORDER_MARK = Buffer.from('\u{feff}');

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
};

/**
 * Reads a file once to hash it, count its lines and find its highest id.
 * @throws AppError `invalid` when it cannot be read
 */
export async function openArchive(path: string): Promise<ArchiveFile> {
  const hash = createHash('sha256');
  const ids = createIdScan();
  let lines = 0;
  let last = LINE_END;
  for await (const chunk of readChunks(path)) {
    hash.update(chunk);
    ids.look(chunk);
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, end + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return {
    path,
    hash: hash.digest(),
    lines: last === LINE_END ? lines : lines + 1,
    highestId: ids.highest(),
  };
}

/**
 * Streams the lines of a file, without a byte order mark.
 * @param after number of the last line to skip
 */
export async function* readLines({ path }: ArchiveFile, after: number): AsyncGenerator<Line, void> {
  const line = createLineBuffer();
  let number = 1;
  for await (const chunk of readChunks(path)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      line.add(chunk.subarray(start, end));
      const bytes = line.take();
      if (number > after) yield { number, bytes: number === 1 ? withoutMark(bytes) : bytes };
      number += 1;
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  const bytes = line.take();
  if (number > after && bytes?.length !== 0)
    yield { number, bytes: number === 1 ? withoutMark(bytes) : bytes };
}

function createLineBuffer() {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add(part: Buffer): void {
      length += part.length;
      if (length <= LONGEST_LINE) parts.push(part);
      else parts = [];
    },
    take(): Uint8Array | undefined {
      const bytes = length <= LONGEST_LINE ? Buffer.concat(parts) : undefined;
      parts = [];
      length = 0;
      return bytes;
    },
  };
}

function withoutMark(bytes: Uint8Array | undefined): Uint8Array | undefined {
  const isMarked = bytes && BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length));
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

async function* readChunks(path: string): AsyncGenerator<Buffer, void> {
  try {
    if (!(await stat(path)).isFile()) throw new AppError('invalid', `${path}: not a file.`);
    yield* createReadStream(path, { highWaterMark: READ_AT_ONCE }) as AsyncIterable<Buffer>;
  } catch (error) {
    const { syscall, code = '' } = (error ?? {}) as NodeJS.ErrnoException;
    if (!syscall) throw error;
    throw new AppError('invalid', `${path}: ${REASONS[code] ?? `cannot be read (${code})`}.`, {
      cause: error,
    });
  }
}

/** A fast estimate; ids can be written in other ways, so correctness does not depend on it. */
export function createIdScan(): IdScan {
  let highest = 0;
  let end = '';
  return {
    look(chunk) {
      const text = end + chunk.toString('latin1');
      for (const [, digits] of text.matchAll(ID)) {
        const id = Number(digits);
        if (id > highest && id <= LARGEST_ID) highest = id;
      }
      end = text.slice(-OVERLAP);
    },
    highest: () => highest,
  };
}
