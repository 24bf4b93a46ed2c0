import { type Executor, statementTemplate } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { recordChange } from '../audit/record-change.ts';
import { changeForum } from '../forums/changes.ts';
import { requireForum } from '../forums/find-forum.ts';
import { TEXT_TABLES } from '../text/text-tables.ts';
import { deleteBytes } from './file-directory.ts';
import { type FileName, formatFileName } from './file-name.ts';
import { type FileOverview, forgetFiles, listFiles } from './files.ts';

/** Which files are to be deleted, and by whom. */
export interface FileDeletion {
  slug: string;
  names: readonly FileName[];
  by: string;
  /** Where their bytes are; what cannot be reached from here is found by the daily cleaning. */
  directory: string | undefined;
}

const outdateTexts = statementTemplate(new URL('./sql/outdate-texts.sql', import.meta.url));

/** By table. */
const OUTDATE = TEXT_TABLES.map((table) => outdateTexts({ table }, { prepared: true }));

/**
 * All files of a forum, the newest first.
 * @throws AppError `not-found`
 */
export async function listFilesOf(database: Executor, slug: string): Promise<FileOverview[]> {
  const { id } = await requireForum(database, slug);
  return listFiles(database, id);
}

/**
 * Deletes files: their addresses lead nowhere from now on, and texts that show them soon show the addresses instead.
 * @throws AppError `not-found` when one of them is not there; nothing is deleted then
 */
export async function deleteFiles(database: Executor, deletion: FileDeletion): Promise<void> {
  const { slug, names, by, directory } = deletion;
  const change = { slug, by, action: 'file delete' };
  const forumId = await recordChange(database, change, async (transaction) => ({
    deeds: names.map((name) => ({ details: { file: formatFileName(name) } })),
    result: await forget(transaction, slug, names),
  }));
  if (directory === undefined) return;
  for (const name of names) await deleteBytes(directory, { forumId, ...name });
}

/** @returns the forum's id */
function forget(database: Executor, slug: string, names: readonly FileName[]): Promise<number> {
  return changeForum(database, slug, async (transaction, { id }) => {
    const tokens = names.map(({ token }) => token);
    const forgotten = new Set((await forgetFiles(transaction, id, tokens)).map(({ token }) => token));
    const missing = names.find(({ token }) => !forgotten.has(token));
    if (missing) throw new AppError('not-found', `${slug} has no file ${formatFileName(missing)}.`);
    for (const outdate of OUTDATE) await transaction.none(outdate([id, tokens]));
    return { changed: false, result: id };
  });
}
