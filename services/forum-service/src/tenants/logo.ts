import { randomBytes } from 'node:crypto';
import type { ImageType, SourceLogo } from '@guidepost/files/images';
import { type Executor, sql } from '@guidepost/postgres';
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

const put = sql`
  -- Writes only if the logo is another one.
  insert into forum_logos (forum_id, token, media_type, digest, width, height, bytes)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (forum_id) do update
  set token = excluded.token, media_type = excluded.media_type, digest = excluded.digest, width = excluded.width,
    height = excluded.height, bytes = excluded.bytes
  where forum_logos.digest <> excluded.digest
`;
const remove = sql`
  delete from forum_logos
  where forum_id = $1
`;
const find = sql`
  -- Across tenants: an address has nothing but a random token.
  select l.media_type, l.digest, case when $2 then l.bytes end as bytes,
    exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved') as moved
  from forum_logos l
  join forums f on f.id = l.forum_id
  where l.token = $1
`;

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
