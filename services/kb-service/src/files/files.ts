import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { ImageType } from '../model/file-address.ts';
import type { AccessMode } from '../model/knowledge-base.ts';

/** A file as it is served. */
export interface StoredFile {
  media_type: ImageType;
  /** SHA-256 in hexadecimal. */
  digest: string;
  access: Exclude<AccessMode, 'disabled'>;
  /** Null when only the head was asked for. */
  bytes: Buffer | null;
}

const find = preparedStatement(new URL('./sql/find-file.sql', import.meta.url));

const deleteUnused = preparedStatement(new URL('./sql/delete-unused-files.sql', import.meta.url));

/**
 * The file with this token, or null when no published guide shows it or access is switched off. Where a key is needed
 * to read guides, the token, which only they name, is the key to the file.
 */
export function findFile(
  executor: Executor,
  { token, withBytes }: { token: string; withBytes: boolean },
): Promise<StoredFile | null> {
  return executor.oneOrNone<StoredFile>(find([token, withBytes]));
}

/** Deletes the files that no guide shows, and gives their ids. */
export async function deleteUnusedFiles(transaction: Executor, knowledgeBaseId: number): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(deleteUnused([knowledgeBaseId]));
  return rows.map(({ id }) => id);
}
