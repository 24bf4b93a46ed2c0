import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { NewAddress } from '@guidepost/addresses';
import { incomingDirectory } from '@guidepost/files';
import { ENDINGS, fileTypeOf } from '@guidepost/files/types';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { formatFileName } from '../../files/file-names.ts';
import { LARGEST_FILE, LARGEST_FILE_MEGABYTES } from '../../files/files.ts';
import type { Forum } from '../../model/forum.ts';
import { type FilePosting, postFile } from '../../posts/post-file.ts';
import { type Refusal, refusalOf, refuse } from './check-line.ts';
import type { LineFile } from './line-schema.ts';

export interface FilePlace {
  /** Undefined where no store is known. */
  posting: FilePosting | undefined;
  forum: Forum;
  /** The folder of the archive. */
  folder: string;
  /** The start of the addresses of the forum's files. */
  files: string;
}

/** Stores a file of an archive once. @returns its address @throws AppError `invalid` */
export type PlaceFile = (file: LineFile, place: string) => Promise<string>;

const find = sql`
  select f.token, f.media_type
  from files f
  where f.forum_id = $1 and f.digest = $2
`;

export function createPlaceFile(database: Executor, { posting, forum, folder, files }: FilePlace): PlaceFile {
  return async ({ path, name = basename(path) }, place) => {
    if (!posting) return refuse(place, 'there is no store for files: FORUM_FILES_DIRECTORY is not set');
    const source = await findFile(folder, path, place);
    const digest = await digestOf(source.path);
    const known = await database.oneOrNone<{ token: string; media_type: string }>(find([forum.id, digest]));
    if (known) return files + formatFileName({ token: known.token, ending: ENDINGS[known.media_type] ?? '' });
    const copy = join(incomingDirectory(posting.directory), randomUUID());
    try {
      await mkdir(incomingDirectory(posting.directory), { recursive: true });
      await copyFile(source.path, copy);
      const upload = { file: { path: copy, size: source.size, name }, fields: [] };
      return files + formatFileName(await postFile(posting, { forum, language: 'en', upload, digest }));
    } catch (error) {
      if (error instanceof AppError && error.kind === 'too-large') return refuse(place, error.message);
      if (error instanceof AppError && error.details.fields)
        return refuse(place, Object.values(error.details.fields).flat().join(' '));
      throw error;
    } finally {
      await rm(copy, { force: true });
    }
  };
}

/** For dry runs: checks a file, and leaves its path. */
export function createFileCheck(folder: string): PlaceFile {
  return async ({ path }, place) => {
    const source = await findFile(folder, path, place);
    if (source.size === 0 || !(await fileTypeOf(source.path)))
      refuse(place, 'a forum may not have files of this type');
    return path;
  };
}

/** A file below the folder of the archive; links may not lead out of it (S46). */
async function findFile(
  folder: string,
  path: string,
  place: string,
): Promise<{ path: string; size: number }> {
  const steps = path.split('/');
  if (/[\\\0]/.test(path) || steps.some((step) => step === '' || step === '.' || step === '..'))
    return refuse(place, 'must be a relative path with / and without ..');
  const root = await realpath(folder);
  const found = await realpath(join(root, path)).catch(() => undefined);
  if (found === undefined) return refuse(place, `there is no file ${path} beside the archive`);
  if (!found.startsWith(root.endsWith(sep) ? root : root + sep))
    return refuse(place, 'leads out of the folder of the archive');
  const { size, isFile } = await stat(found).then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
  if (!isFile) return refuse(place, 'is no file');
  if (size > LARGEST_FILE) return refuse(place, `has more than ${LARGEST_FILE_MEGABYTES} MB`);
  return { path: found, size };
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}

interface PostWithFiles {
  text: string;
  files?: LineFile[];
}

/**
 * Puts the addresses of files in place of their paths. A file that is refused is refused alone, and its path stays.
 * Addresses that it had elsewhere lead to it; to be a target, its own must begin with `https://`.
 * @param place before the names of the post's properties: `comments[3].`
 */
export async function withPlacedFiles<Post extends PostWithFiles>(
  post: Post,
  place: string,
  placeFile: PlaceFile,
): Promise<{ post: Post; addresses: NewAddress[]; refusals: Refusal[] }> {
  const [addresses, refusals]: [NewAddress[], Refusal[]] = [[], []];
  let { text } = post;
  for (const [index, file] of (post.files ?? []).entries()) {
    try {
      const to = await placeFile(file, `${place}files[${index}]`);
      text = text.replace(asWritten(file.path), () => to);
      if (to.startsWith('https://'))
        addresses.push(...(file.addresses ?? []).map((address) => ({ address, to })));
    } catch (error) {
      refusals.push(refusalOf(error, 'file', post));
    }
  }
  return { post: { ...post, text }, addresses, refusals };
}

/** A name of many hexadecimal digits, as exports have them, is no part of another one, whatever stands beside it. */
const DIGEST = /\/[\da-f]{40}\.[a-z\d]{3,4}$/;

const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** The source of a regular expression for a text. */
export function literally(text: string): string {
  return text.replaceAll(SPECIAL, '\\$&');
}

/** A path that is not a part of another one. */
function asWritten(path: string): RegExp {
  const written = literally(path);
  return new RegExp(DIGEST.test(path) ? written : `(?<![\\w/.-])${written}(?![\\w/-])`, 'g');
}
