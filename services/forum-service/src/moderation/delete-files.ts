import type { FileStore } from '@guidepost/files';
import { ENDINGS } from '@guidepost/files/types';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { discardFile, type FileName, formatFileName } from '../files/file-names.ts';
import { deleteFilesIn, type FileOverview, listFiles } from '../files/files.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';

export async function listFilesOf(database: Executor, slug: string): Promise<FileOverview[]> {
  const { id } = await requireForum(database, slug);
  return listFiles(database, id);
}

export interface FileDeletion {
  moderation: Moderation;
  names: readonly FileName[];
  /** Where the bytes are; undefined leaves them to the daily cleaning. */
  files: FileStore | undefined;
}

/**
 * Deletes files: their addresses become invalid, and texts that embed them are rendered again as plain links.
 * @throws AppError `not-found` when one does not exist; then nothing is deleted
 */
export async function deleteFiles(
  database: Executor,
  { moderation, names, files }: FileDeletion,
): Promise<void> {
  const forumId = await moderate(database, moderation, async (transaction, { id, slug }) => {
    const tokens = names.map(({ token }) => token);
    const deleted = await deleteFilesIn(transaction, id, tokens);
    const endings = new Map(deleted.map(({ token, media_type }) => [token, ENDINGS[media_type]]));
    const missing = names.find(({ token, ending }) => endings.get(token) !== ending);
    if (missing) throw new AppError('not-found', `${slug} has no file ${formatFileName(missing)}.`);
    const events = names.map((name) => ({ details: { file: formatFileName(name) } }));
    return { events, visible: false, result: id };
  });
  if (files === undefined) return;
  for (const name of names) await discardFile(files, { forumId, ...name });
}
