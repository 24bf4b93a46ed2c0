import { createReadStream, existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { Parser, type ReadEntry } from 'tar';
import { FOLDERS, VERSION_FILE } from './archive.ts';

export interface ArchiveContents {
  /** The text of the first file. */
  version: string;
  /** Names of all files and folders. */
  names: ReadonlySet<string>;
}

/** More than the embedded database and the files of its forums have. */
const MAX_ENTRIES = 250_000;

/** Databases compress to a tenth, and unused parts of their log to a thousandth. */
const MAX_RATIO = 200;

/** Bytes that a small archive may hold nevertheless. */
const ALWAYS_ALLOWED = 1_000_000_000;

const MAX_VERSION_BYTES = 10_000;

const SHOWN = 100;

const TYPES = new Set(['File', 'OldFile', 'Directory']);

/**
 * Reads an archive and writes nothing. It may hold files and folders with plain names, each once, below the folders of
 * a backup: no links, no devices, no more than the disk has room for (S46).
 * @throws AppError `invalid`
 */
export async function inspectArchive(file: string, directory: string): Promise<ArchiveContents> {
  const room = await roomFor(file, directory);
  const names = new Set<string>();
  const version: Buffer[] = [];
  let bytes = 0;
  await readArchive(file, async (entry) => {
    bytes += entry.size;
    const fault = faultOf(entry, names) ?? (bytes > room ? 'needs more space than there is' : undefined);
    if (fault) throw refuse(file, entry, fault);
    if (names.size === 0) entry.on('data', (chunk: Buffer) => version.push(chunk));
    names.add(nameOf(entry));
    entry.resume();
  });
  return { version: Buffer.concat(version).toString(), names };
}

/**
 * Puts the files of an inspected archive into an empty folder, with their modes and times, as root with their owners.
 */
export async function unpackArchive(file: string, folder: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const names = new Set<string>();
  await readArchive(file, async (entry) => {
    const fault = faultOf(entry, names);
    if (fault) throw refuse(file, entry, fault);
    names.add(nameOf(entry));
    const path = join(folder, nameOf(entry));
    await (entry.type === 'Directory' ? unpackFolder(entry, path) : unpackFile(entry, path));
    if (isRoot && entry.uid !== undefined && entry.gid !== undefined) await chown(path, entry.uid, entry.gid);
    await chmod(path, ((entry.mode ?? 0) & 0o777) | (entry.type === 'Directory' ? 0o700 : 0o600));
    const { mtime = new Date() } = entry;
    await utimes(path, mtime, mtime);
  });
}

async function unpackFolder(entry: ReadEntry, path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  entry.resume();
}

/** `wx` follows no link and replaces nothing. */
async function unpackFile(entry: ReadEntry, path: string): Promise<void> {
  const target = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of entry) await target.write(chunk);
  } finally {
    await target.close();
  }
}

/** Calls `take` for each entry in turn; the next one comes when the former has been read. */
async function readArchive(file: string, take: (entry: ReadEntry) => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = createReadStream(file);
  const fail = (cause: unknown) => {
    source.destroy();
    const isOurs = cause instanceof AppError;
    reject(
      isOurs
        ? cause
        : new AppError('invalid', `${file} is not a backup by npm run backup, or is damaged.`, { cause }),
    );
  };
  let last = Promise.resolve();
  const onReadEntry = (entry: ReadEntry) => {
    last = take(entry);
    last.catch(fail);
  };
  const parser = new Parser({ strict: true, onReadEntry });
  parser.on('error', fail);
  parser.on('ignoredEntry', (entry: ReadEntry) => fail(refuse(file, entry, 'is of an unknown type')));
  parser.on('end', () => void last.then(resolve, reject));
  source.on('error', fail);
  source.pipe(parser);
  await promise;
}

function nameOf({ path }: ReadEntry): string {
  return path.replace(/\/$/, '');
}

function faultOf(entry: ReadEntry, names: ReadonlySet<string>): string | undefined {
  const name = nameOf(entry);
  const [top = '', ...below] = name.split('/');
  if (!TYPES.has(entry.type)) return `is a ${entry.type}, not a file or a folder`;
  if (names.size === 0) return faultOfVersion(entry);
  if (!FOLDERS.includes(top) || below.some(isOdd)) return 'is no name within a backup';
  if (names.has(name)) return 'is there twice';
  if (below.length > 0 && !names.has(dirname(name))) return 'is in no folder';
  return names.size < MAX_ENTRIES ? undefined : `is one of more than ${MAX_ENTRIES} files`;
}

function faultOfVersion(entry: ReadEntry): string | undefined {
  if (nameOf(entry) !== VERSION_FILE) return `comes first, where ${VERSION_FILE} should be`;
  return entry.size > MAX_VERSION_BYTES ? 'is too large' : undefined;
}

function isOdd(part: string): boolean {
  return part === '' || part === '.' || part === '..' || /[\0\\]/.test(part);
}

function refuse(file: string, entry: ReadEntry, fault: string): AppError {
  const name = JSON.stringify(entry.path.slice(0, SHOWN));
  return new AppError('invalid', `${file} is not a backup by npm run backup: ${name} ${fault}.`);
}

/** The folder itself, or the nearest above it. */
function existing(directory: string): string {
  return existsSync(directory) ? directory : existing(dirname(directory));
}

async function roomFor(file: string, directory: string): Promise<number> {
  try {
    const [{ size }, { bavail, bsize }] = await Promise.all([stat(file), statfs(existing(directory))]);
    return Math.min(size * MAX_RATIO + ALWAYS_ALLOWED, bavail * bsize);
  } catch (cause) {
    throw new AppError('invalid', `${file} cannot be read.`, { cause });
  }
}
