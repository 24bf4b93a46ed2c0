import { createHash } from 'node:crypto';
import { createWriteStream, type Dirent } from 'node:fs';
import { access, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@guidepost/files';
import { ENDINGS } from '@guidepost/files/types';
import { AppError } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import { formatFileName, storedName } from '../../files/file-names.ts';
import type { StoredFile } from '../../files/files.ts';
import type { LineFile } from '../import/line-schema.ts';

/** Files of posts by their names in addresses. */
export type PlacedFiles = ReadonlyMap<string, PlacedFile>;

type PlacedFile = Required<Omit<LineFile, 'addresses'>>;

/** A file that posts link to and the store does not have. */
export interface MissingFile {
  /** The first dialog that links to it, or whose comment does; null if only old addresses lead to it. */
  dialog: number | null;
  /** In its address. */
  file: string;
  name: string;
}

export interface FilesSummary {
  /** How many were written. */
  files: number;
  missing: MissingFile[];
  /** Whether posts have files that were left out, since there is no place for them. */
  left_out: boolean;
}

/** How an export treats the files that its posts link to. */
export interface ExportedFiles {
  /** @returns those whose addresses become paths */
  place(dialog: number | null, files: readonly StoredFile[]): Promise<PlacedFiles>;
  summary(): FilesSummary;
}

interface FileWriting {
  /** Undefined where no store is known. */
  store: FileStore | undefined;
  forumId: number;
  /** Where the files are written. */
  folder: string;
  /** The name that the folder will have beside the archive. */
  name: string;
  /** Whether only the owner may read the folder. */
  isPrivate: boolean;
  signal: AbortSignal;
}

/** The paths of files that many posts link to are remembered; others are copied again, to the same name. */
const MOST_REMEMBERED = 10_000;

/** Digits of SHA-256: equal bytes have one name in the exports of all forums. */
const DIGITS = 40;
const NAME = /^[\da-f]{40}\.[a-z\d]{3,4}$/;

/** The folder for the files of an archive: `archive-files` beside `archive.ndjson`. */
export function filesFolder(file: string): string {
  // Paths in archives have no backslash.
  const name = basename(file).replaceAll('\\', '-');
  return join(dirname(file), `${name.replace(/\.(?:ndjson|jsonl|json)$/i, '')}-files`);
}

/** Whether an export may have written this. */
export function isExportedFile(entry: Dirent): boolean {
  return entry.isFile() && NAME.test(entry.name);
}

/** Copies files from the store to a folder, one at a time, each once. */
export function createExportedFiles(writing: FileWriting): ExportedFiles {
  const paths = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  const missing = new Map<string, MissingFile>();
  let files = 0;

  async function pathOf(file: StoredFile): Promise<string | undefined> {
    if (missing.has(file.token)) return undefined;
    const known = paths.get(file.token);
    if (known !== undefined) return known;
    const copied = await copyFile(writing, file);
    if (!copied) return undefined;
    if (copied.isNew) files += 1;
    const path = `${writing.name}/${copied.name}`;
    paths.set(file.token, path);
    return path;
  }

  return {
    async place(dialog, stored) {
      const placed = new Map<string, PlacedFile>();
      for (const file of stored) {
        const { token, name } = file;
        const address = formatFileName({ token, ending: endingOf(file) });
        const path = await pathOf(file);
        if (path !== undefined) placed.set(address, { path, name });
        else if (!missing.has(token)) missing.set(token, { dialog, file: address, name });
      }
      return placed;
    },
    summary: () => ({ files, missing: [...missing.values()], left_out: false }),
  };
}

/** For exports without a folder: all addresses stay. */
export function createNoFiles(): ExportedFiles {
  let left_out = false;
  return {
    async place(_dialog, files) {
      left_out ||= files.length > 0;
      return new Map();
    },
    summary: () => ({ files: 0, missing: [], left_out }),
  };
}

/** @returns undefined if the store does not have the whole file @throws AppError `invalid` without a store */
async function copyFile(
  { store, forumId, folder, isPrivate, signal }: FileWriting,
  file: StoredFile,
): Promise<{ name: string; isNew: boolean } | undefined> {
  if (!store) {
    const reason = 'The forum has files, and there is no store for files: FORUM_FILES_DIRECTORY is not set.';
    throw new AppError('invalid', `${reason} Nothing was written.`);
  }
  signal.throwIfAborted();
  const { token, bytes } = file;
  const ending = endingOf(file);
  const found = await store.open(storedName({ forumId, token, ending }));
  if (found?.size !== bytes) {
    found?.stream.destroy();
    return undefined;
  }
  await mkdir(folder, { recursive: true, mode: isPrivate ? 0o700 : 0o777 });
  const incoming = join(folder, `${token}.part`);
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(found.stream, hashed, createWriteStream(incoming, { flags: 'wx' }), { signal });
  const name = `${hash.digest('hex').slice(0, DIGITS)}.${ending}`;
  const isNew = await access(join(folder, name)).then(
    () => false,
    () => true,
  );
  await rename(incoming, join(folder, name));
  return { name, isNew };
}

function endingOf({ media_type }: StoredFile): string {
  return ENDINGS[media_type] ?? '';
}

/** The address of a file, wherever the service was when it was written; the token says whose it is. */
const ADDRESS =
  /https?:\/\/(?:\[[\da-f:.]{2,45}\])?[^\s/?#<>()[\]"'`*\\]*(?:\/[\w.~%-]+){0,5}\/api\/file\/[a-z\d-]+\/([\w-]{22}\.[a-z\d]{3,4})/gi;

/** A text with paths in place of the addresses of its files, and these files. */
export function withPaths(text: string, placed: PlacedFiles) {
  if (placed.size === 0) return { text, files: [] };
  const files = new Map<string, PlacedFile>();
  const written = text.replace(ADDRESS, (address, name: string) => {
    const file = placed.get(name);
    if (!file) return address;
    if (!files.has(file.path)) files.set(file.path, file);
    return file.path;
  });
  return { text: written, files: [...files.values()] };
}
