import { randomBytes } from 'node:crypto';
import type { ImageType, SourceLogo } from '@guidepost/images';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { movedAway } from '../model/forum.ts';
import { changeForum } from './change-forum.ts';

export interface StoredLogo {
  media_type: ImageType;
  /** SHA-256, hexadecimal. */
  digest: string;
  /** Null unless asked for. */
  bytes: Buffer | null;
}

type FoundLogo = StoredLogo & { moved: boolean };

const TOKEN_BYTES = 16;

const put = preparedStatement(new URL('./sql/put-logo.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-logo.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-logo.sql', import.meta.url));

/** @returns whether anything changed @throws AppError `not-found` */
export function putLogo(database: Executor, slug: string, logo: SourceLogo | null): Promise<boolean> {
  return changeForum(database, slug, async (transaction, { id }) => {
    const { rowCount } = await transaction.result(logo ? put(await valuesOf(id, logo)) : remove([id]));
    return { changed: rowCount > 0, result: rowCount > 0 };
  });
}

async function valuesOf(forumId: number, { type, digest, pixels, read }: SourceLogo): Promise<unknown[]> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return [forumId, token, type, digest, pixels.width, pixels.height, Buffer.from(await read())];
}

/** @throws AppError `moved` if its forum lives in another database now */
export async function findLogo(
  executor: Executor,
  { token, withBytes }: { token: string; withBytes: boolean },
): Promise<StoredLogo | null> {
  const found = await executor.oneOrNone<FoundLogo>(find([token, withBytes]));
  if (!found) return null;
  const { moved, ...logo } = found;
  if (moved) throw movedAway('The image');
  return logo;
}
