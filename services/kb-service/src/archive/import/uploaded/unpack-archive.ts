import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@guidepost/service-kit';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { LeftOut } from '../problems.ts';

/** The bounds of an archive. */
export interface ArchiveLimits {
  entries: number;
  /** Bytes of all files together, unpacked. */
  bytes: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = { entries: 20_000, bytes: 2_000_000_000 };

export interface Unpacking {
  signal: AbortSignal;
  onFile: () => void;
  limits?: ArchiveLimits | undefined;
}

/** Text seldom gets more than thirty times smaller; a bomb gets a thousand times larger. */
const MOST_RATIO = 200;
const SMALL_ENOUGH = 1_000_000;

/** Bytes of a name in a path, and of a path, that file systems take. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;
const DEEPEST = 30;

/** The file type in the upper half of `externalFileAttributes`, as Unix writes it (APPNOTE 4.4.15). */
const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;

/** Files that no one would miss: of macOS, hidden files, and thumbnails of Windows. */
const NOT_MEANT = /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/;

/**
 * Unpacks a ZIP file into an empty folder (S46). Entries that could leave it, are no files, or are there twice are left
 * out and named.
 * @throws AppError `invalid` for what is no ZIP file, or takes more than the limits
 */
export async function unpackArchive(
  path: string,
  folder: string,
  { signal, onFile, limits = ARCHIVE_LIMITS }: Unpacking,
): Promise<LeftOut[]> {
  const archive = await openPromise(path, { decodeStrings: false, autoClose: false }).catch(refuseArchive);
  const leftOut: LeftOut[] = [];
  try {
    if (archive.entryCount > limits.entries) throw tooMany(limits);
    const places = createPlaces();
    let [entries, bytes] = [0, 0];
    for await (const entry of entriesOf(archive)) {
      signal.throwIfAborted();
      entries += 1;
      if (entries > limits.entries) throw tooMany(limits);
      const name = nameOf(entry);
      if (name.endsWith('/') || NOT_MEANT.test(name)) continue;
      const problem = problemWith(entry, name) ?? places.take(name);
      if (problem !== undefined) {
        leftOut.push(withProblem(name, problem));
        continue;
      }
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) throw tooLarge(limits);
      const wrong = await unpackEntry({ archive, entry, path: join(folder, name), signal });
      if (wrong === undefined) onFile();
      else leftOut.push(withProblem(name, wrong));
    }
    return leftOut;
  } finally {
    archive.close();
  }
}

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    refuseArchive(error);
  }
}

/** Errors of the library are plain; those of the disk are not about the archive. */
function refuseArchive(error: unknown): never {
  if (
    error instanceof AppError ||
    !(error instanceof Error) ||
    'syscall' in error ||
    error.name === 'AbortError'
  )
    throw error;
  throw new AppError('invalid', `The file is no complete ZIP archive: ${error.message}`, { cause: error });
}

function tooMany({ entries }: ArchiveLimits): AppError {
  return new AppError('invalid', `The archive has more than ${entries} files.`);
}

function tooLarge({ bytes }: ArchiveLimits): AppError {
  return new AppError('invalid', `The archive has more than ${bytes} bytes when it is unpacked.`);
}

function withProblem(name: string, problem: string): LeftOut {
  const place = printable(name);
  return { place, problems: [`${place}: ${problem}`], slugs: undefined, empty: false };
}

/** In reports, which are stored as JSON in the database, too. */
function printable(name: string): string {
  return name
    .slice(0, LONGEST_PATH)
    .replace(/\p{Cc}/gu, '\ufffd')
    .toWellFormed();
}

/** In UTF-8, or in the code page of DOS. Some programs on Windows write `\\` between folders. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  return name.normalize('NFC');
}

/** Why an entry is not unpacked. */
function problemWith(entry: Entry, name: string): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS;
  if (type !== 0 && type !== REGULAR) return 'is a link or a device';
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'is compressed by a method that is not supported';
  const isBomb =
    entry.uncompressedSize > SMALL_ENOUGH && entry.uncompressedSize / entry.compressedSize > MOST_RATIO;
  return isBomb ? 'expands too much' : problemWithName(name);
}

/** Why a path is not one of a file below a folder, on any system. */
export function problemWithName(name: string): string | undefined {
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'has characters in its name that no file may have';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'has an absolute path';
  const steps = name.split('/');
  if (steps.some((step) => step === '..' || step === '.' || step === ''))
    return 'has a path that leads elsewhere';
  const isLong = Buffer.byteLength(name) > LONGEST_PATH || steps.length > DEEPEST;
  return isLong || steps.some((step) => Buffer.byteLength(step) > LONGEST_NAME)
    ? 'has too long a path'
    : undefined;
}

/** Remembers where files and folders are, since an archive may say both of one path, or the same twice. */
function createPlaces(): { take(path: string): string | undefined } {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    take(path) {
      const parents = path
        .split('/')
        .slice(0, -1)
        .map((_, depth, steps) => steps.slice(0, depth + 1).join('/'));
      if (files.has(path)) return 'is there twice; the first one counts';
      if (folders.has(path) || parents.some((parent) => files.has(parent))) return 'is a file and a folder';
      files.add(path);
      for (const parent of parents) folders.add(parent);
      return undefined;
    },
  };
}

interface Unpacked {
  archive: ZipFile;
  entry: Entry;
  path: string;
  signal: AbortSignal;
}

/** The library refuses files of another size than the archive says. @returns why it was left out */
async function unpackEntry({ archive, entry, path, signal }: Unpacked): Promise<string | undefined> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const content: Readable = await archive.openReadStreamPromise(entry);
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error || error.name === 'AbortError') throw error;
    await rm(path, { force: true });
    return `cannot be unpacked: ${error.message}`;
  }
}
