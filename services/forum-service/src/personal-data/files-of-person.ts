import { ENDINGS } from '@guidepost/files/types';
import { type Executor, sql } from '@guidepost/postgres';
import { formatFileName } from '../files/file-names.ts';
import { deleteFilesIn, type StoredFile } from '../files/files.ts';
import type { Forum } from '../model/forum.ts';

export interface AttachedFile {
  /** The path of its address. */
  path: string;
  name: string;
  media_type: string;
  bytes: number;
  posted_at: Date;
}

const list = sql`
  -- Files that the person $2 (folded e-mail address) has attached.
  select f.token, f.media_type, f.bytes, f.name, f.posted_at
  from files f
  join confirmed_addresses a on a.forum_id = f.forum_id and a.person = f.person
  where f.forum_id = $1 and a.email = $2
  order by f.posted_at, f.token
`;

type Row = StoredFile & Pick<AttachedFile, 'posted_at'>;

/** The files that a person has attached to posts. @param email folded */
export async function listFilesOfPerson(
  executor: Executor,
  { id, slug }: Pick<Forum, 'id' | 'slug'>,
  email: string,
): Promise<AttachedFile[]> {
  const rows = await executor.any<Row>(list([id, email]));
  return rows.map(({ token, ...file }) => {
    const name = formatFileName({ token, ending: ENDINGS[file.media_type] ?? '' });
    return { path: `/api/file/${slug}/${name}`, ...file };
  });
}

/**
 * Deletes what a person has attached to posts, whose links lead nowhere from then on. The daily cleaning deletes the
 * bytes.
 * @param email folded
 * @returns how many files
 */
export async function deleteFilesOfPerson(
  transaction: Executor,
  forumId: number,
  email: string,
): Promise<number> {
  const files = await transaction.any<Row>(list([forumId, email]));
  if (files.length > 0)
    await deleteFilesIn(
      transaction,
      forumId,
      files.map(({ token }) => token),
    );
  return files.length;
}
