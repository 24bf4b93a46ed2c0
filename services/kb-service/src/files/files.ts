import type { ImageType } from '@guidepost/images';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type AccessMode, movedAway } from '../model/knowledge-base.ts';

export interface StoredFile {
  knowledge_base_id: number;
  token: string;
  media_type: ImageType;
  /** SHA-256, hexadecimal. */
  digest: string;
  access: Exclude<AccessMode, 'disabled'>;
  /** Null unless asked for, and for an image in the object store. */
  bytes: Buffer | null;
}

const find = preparedStatement(new URL('./sql/find-file.sql', import.meta.url));

const findStored = preparedStatement(new URL('./sql/find-stored-file.sql', import.meta.url));

const sumBytes = preparedStatement(new URL('./sql/bytes-of-files.sql', import.meta.url));

const deleteUnused = preparedStatement(new URL('./sql/delete-unused-files.sql', import.meta.url));

/**
 * The file with this token; null if no published guide shows it or access is disabled. With access "key", the
 * token, which only guides contain, is the key to the file.
 * @throws AppError `moved` if its knowledge base lives in another database now
 */
export async function findFile(
  executor: Executor,
  { token, withBytes }: { token: string; withBytes: boolean },
): Promise<StoredFile | null> {
  const found = await executor.oneOrNone<StoredFile & { moved: boolean }>(find([token, withBytes]));
  if (!found) return null;
  const { moved, ...file } = found;
  if (moved) throw movedAway('The image');
  return file;
}

/** The same for the staff of a knowledge base, whose drafts and versions show files that readers do not see. */
export function findStoredFile(
  executor: Executor,
  { knowledgeBaseId, token }: { knowledgeBaseId: number; token: string },
): Promise<Omit<StoredFile, 'access'> | null> {
  return executor.oneOrNone(findStored([knowledgeBaseId, token]));
}

/** What the images of a knowledge base take. */
export async function bytesOfFiles(executor: Executor, knowledgeBaseId: number): Promise<number> {
  return (await executor.one<{ bytes: number }>(sumBytes([knowledgeBaseId]))).bytes;
}

/** Images of older versions are deleted, so that a manual that changes daily does not fill the disk. */
const VERSIONS_WITH_IMAGES = 20;

/** Deletes the files that no guide, draft or recent version shows, and returns their IDs. */
export async function deleteUnusedFiles(transaction: Executor, knowledgeBaseId: number): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(deleteUnused([knowledgeBaseId, VERSIONS_WITH_IMAGES]));
  return rows.map(({ id }) => id);
}
