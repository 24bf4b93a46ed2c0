import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, incomingDirectory, translateDiskErrors } from '@guidepost/files';
import { mayTellMore, withoutMetadata } from '@guidepost/files/images';
import { ENDINGS, fileTypeOf, hasMacros, safeFileName } from '@guidepost/files/types';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import {
  createFileName,
  discardFile,
  type FileName,
  formatFileName,
  storedName,
} from '../files/file-names.ts';
import { insertFile, type SentFile, type Upload } from '../files/files.ts';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import type { FieldMistake } from './field-kinds.ts';
import { FILE_FIELD } from './submission.ts';
import { refuseFields } from './validate-fields.ts';

interface RefusedPicture {
  mistake: Extract<FieldMistake['message'], 'file-damaged' | 'file-pixels'>;
}

export interface FilePosting {
  database: Executor;
  files: FileStore;
  /** The directory of uploads in progress. */
  directory: string;
  accountStorage: number;
}

interface FilePost {
  forum: Forum;
  /** Who posts it: a server with a key, a person at the desk, or a member. */
  accessKeyId?: number;
  staffId?: number;
  person?: Buffer;
  /** SHA-256 of an imported file. */
  digest?: Buffer;
  /** The language of messages; that of the forum by default. */
  language?: string;
  upload: Upload;
}

/**
 * Stores a file if its type is allowed; the uploaded file is always removed.
 * @returns its name in addresses
 * @throws AppError `invalid`, `too-large` when the account's storage is full, `unavailable` when
 * it cannot be written
 */
export async function postFile(
  posting: FilePosting,
  { forum, language = forum.language, upload, ...sender }: FilePost,
): Promise<FileName> {
  const { file, fields } = upload;
  try {
    if (fields.includes('key')) throw refuse(language, 'key', 'key');
    if (!file || file.size === 0) throw refuse(language, FILE_FIELD, 'file');
    const mediaType = await translateDiskErrors(fileTypeOf(file.path));
    const ending = mediaType && ENDINGS[mediaType];
    if (!ending) throw refuse(language, FILE_FIELD, await mistakeIn(file.path));
    const clean = await translateDiskErrors(removeMetadata(file, mediaType));
    if ('mistake' in clean) throw refuse(language, FILE_FIELD, clean.mistake);
    return await store(posting, { forumId: forum.id, ...sender, file: clean, mediaType, ending });
  } finally {
    if (file) await rm(file.path, { force: true });
  }
}

async function mistakeIn(path: string): Promise<FieldMistake['message']> {
  return (await translateDiskErrors(hasMacros(path))) ? 'file-macros' : 'file-type';
}

function refuse(language: string, field: string, message: FieldMistake['message']) {
  return refuseFields(new Map([[field, [{ message }]]]), language);
}

interface CheckedFile extends Pick<FilePost, 'accessKeyId' | 'staffId' | 'person' | 'digest'> {
  forumId: number;
  file: SentFile;
  mediaType: string;
  ending: string;
}

/** Bytes before the row: every row has bytes, and the daily cleaning finds bytes without a row. */
async function store(posting: FilePosting, checked: CheckedFile): Promise<FileName> {
  const { database, files, accountStorage } = posting;
  const { forumId, file, mediaType, ending, ...sender } = checked;
  const fileName = createFileName(ending);
  const stored = { forumId, ...fileName };
  await files.put(storedName(stored), { path: file.path });
  try {
    const { size: bytes } = file;
    const name = safeFileName(file.name, ending);
    const row = { ...stored, ...sender, media_type: mediaType, bytes, name };
    await insertFile(database, row, accountStorage);
  } catch (error) {
    // After any other error the row may have been committed.
    if (error instanceof AppError) await discardFile(files, stored);
    throw error;
  }
  return fileName;
}

/**
 * Takes out of an uploaded picture, film or recording where, by whom and with which device it was made (S42), before it
 * is stored anywhere. Other files stay as they are.
 */
async function removeMetadata(file: SentFile, mediaType: string): Promise<SentFile | RefusedPicture> {
  if (!mayTellMore(mediaType)) return file;
  const clean = withoutMetadata(mediaType, await readFile(file.path));
  if (clean === 'damaged') return { mistake: 'file-damaged' };
  return clean === 'pixels' ? { mistake: 'file-pixels' } : replace(file, clean);
}

async function replace(file: SentFile, bytes: Buffer): Promise<SentFile> {
  await writeFile(file.path, bytes);
  return { ...file, size: bytes.length };
}

interface Attachment {
  forum: Forum;
  addresses: Pick<Addresses, 'file'>;
  staffId: number;
  /** The language of messages. */
  language: string;
  /** As its author calls it. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a file by the rules for uploads with a key.
 * @returns its address
 * @throws AppError as `postFile` does
 */
export async function attachFile(
  posting: FilePosting,
  { addresses, name, bytes, ...sender }: Attachment,
): Promise<string> {
  const path = join(incomingDirectory(posting.directory), randomUUID());
  try {
    await translateDiskErrors(writeFile(path, bytes, { flag: 'wx' }));
    const file = { path, size: bytes.length, name };
    const stored = await postFile(posting, { ...sender, upload: { file, fields: [] } });
    return addresses.file(formatFileName(stored));
  } finally {
    await rm(path, { force: true });
  }
}
