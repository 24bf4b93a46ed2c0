import { ENDINGS } from '@guidepost/files/types';
import { type Executor, isForeignKeyViolation, type SqlPart, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { FileName } from './file-names.ts';

const MEBIBYTE = 1_024 * 1_024;

/** Bytes of the largest file: 25 MiB. */
export const LARGEST_FILE = 25 * MEBIBYTE;

/** Bytes of the largest form with a file, whose other fields have 1 MiB. */
export const LARGEST_FILE_FORM = LARGEST_FILE + MEBIBYTE;

/** The limit that people are told, in MB; {@link LARGEST_FILE} is 26.2 MB, so no file that is this small is refused. */
export const LARGEST_FILE_MEGABYTES = 25;

export interface Upload {
  /** Undefined unless there is exactly one file, in the right field. */
  file: SentFile | undefined;
  fields: readonly string[];
}

export interface SentFile {
  path: string;
  size: number;
  name: string;
}

/** A file of a forum; its bytes are in the file store. */
export interface StoredFile {
  token: string;
  media_type: string;
  bytes: number;
  name: string;
}

interface NewFile extends StoredFile {
  forumId: number;
  accessKeyId?: number;
  staffId?: number;
  person?: Buffer;
  /** SHA-256 of an imported file. */
  digest?: Buffer;
}

export interface FileOverview extends StoredFile {
  /** The name of the key that it was posted with, of the person at the desk, or of the member. */
  access_key: string | null;
  staff: string | null;
  member: string | null;
  posted_at: Date;
}

/** The bytes of a MB, in which storage is counted. */
export const MEGABYTE = 1_000_000;

/** Bytes that the files of a member may use in a forum. */
const MEMBER_STORAGE = 250 * MEGABYTE;

const insert = sql.file(new URL('./sql/insert-file.sql', import.meta.url));
const find = sql`
  select f.token, f.media_type, f.bytes, f.name
  from files f
  where f.forum_id = $1 and f.token = $2
`;
const list = sql`
  -- Newest first, with the key that each was posted with, or the person at the desk, or the member.
  select f.token, f.media_type, f.bytes, f.name, k.name as access_key, coalesce(p.name, p.email) as staff, m.name as member,
    f.posted_at
  from files f
  join forums o on o.id = f.forum_id
  left join access_keys k on k.account_id = o.account_id and k.id = f.access_key_id
  left join staff_people p on p.id = f.staff_id
  left join confirmed_addresses m on m.forum_id = f.forum_id and m.person = f.person
  where f.forum_id = $1
  order by f.posted_at desc, f.token
`;
const bytesOf = sql`
  select stored_bytes as bytes from accounts where id = $1
`;
const remove = sql`
  -- Deletes files and subtracts their size from the account's storage.
  with gone as (
    delete from files f
    where f.forum_id = $1 and f.token = any ($2::text[])
    returning f.token, f.media_type, f.bytes, f.name
  ),
  account as (
    update accounts a
    set stored_bytes = a.stored_bytes - g.bytes
    from (select sum(bytes) as bytes from gone) g, forums o
    where o.id = $1 and a.id = o.account_id and g.bytes > 0
  )
  select g.token, g.media_type, g.bytes, g.name
  from gone g
`;

/** The storage that the files of an account use. */
export async function bytesOfAccount(executor: Executor, accountId: number): Promise<number> {
  return (await executor.one<{ bytes: number }>(bytesOf([accountId]))).bytes;
}

/**
 * @param room storage limit of the account, in bytes
 * @throws AppError `not-found` when the forum was deleted meanwhile, `too-large` when the limit, or that of a member,
 * would be exceeded
 */
export async function insertFile(executor: Executor, file: NewFile, room: number): Promise<void> {
  const { forumId, token, media_type, bytes, name, accessKeyId, staffId, person, digest } = file;
  const values = [
    forumId,
    token,
    media_type,
    bytes,
    name,
    accessKeyId,
    room,
    staffId,
    person,
    MEMBER_STORAGE,
    digest,
  ];
  try {
    const { forum_found, has_room } = await executor.one<Inserted>(insert(values));
    if (!forum_found) throw noForum();
    if (!has_room) throw fullStorage(room);
  } catch (cause) {
    if (!isForeignKeyViolation(cause)) throw cause;
    throw noForum(cause);
  }
}

interface Inserted {
  forum_found: boolean;
  has_room: boolean;
}

function noForum(cause?: unknown): AppError {
  return new AppError('not-found', 'The forum no longer exists.', { cause });
}

function fullStorage(room: number): AppError {
  const limit = room / MEGABYTE;
  const message = `The storage of this account is full. Its files may use ${limit} MB in total.`;
  return new AppError('too-large', message, { reason: 'storageFull', values: { limit } });
}

export async function findFile(
  executor: Executor,
  forumId: number,
  { token, ending }: FileName,
): Promise<StoredFile | undefined> {
  const file = await executor.oneOrNone<StoredFile>(find([forumId, token]));
  return file && ENDINGS[file.media_type] === ending ? file : undefined;
}

/** Newest first. */
export function listFiles(executor: Executor, forumId: number): Promise<FileOverview[]> {
  return executor.any<FileOverview>(list([forumId]));
}

/**
 * Deletes the rows of files, which makes their addresses invalid.
 * @returns those that existed
 */
export async function deleteFileRows(
  executor: Executor,
  forumId: number,
  tokens: readonly string[],
): Promise<StoredFile[]> {
  return executor.any<StoredFile>(remove([forumId, tokens]));
}

const outdateTexts = (table: SqlPart) => sql`
  -- Marks posts that link to files with tokens $2 for rendering. Locked in order of id, as everywhere.
  with locked as materialized (
    select o.id
    from ${table} o
    where o.forum_id = $1
      and exists (select from unnest($2::text[]) as t (token) where position('/' || t.token || '.' in o.text) > 0)
    order by o.id
    for no key update
  )
  update ${table} o
  set renderer = 0
  from locked l
  where o.forum_id = $1 and o.id = l.id
`;
const outdateDialogs = outdateTexts(sql.identifier('dialogs'));
const outdateComments = outdateTexts(sql.identifier('comments'));

/**
 * Deletes the rows of files, and has texts that embed them rendered again as plain links. The daily cleaning deletes
 * the bytes.
 * @returns those that existed
 */
export async function deleteFilesIn(
  transaction: Executor,
  forumId: number,
  tokens: readonly string[],
): Promise<StoredFile[]> {
  await transaction.none(outdateDialogs([forumId, tokens]));
  await transaction.none(outdateComments([forumId, tokens]));
  // Last, since uploads to the account wait for this lock.
  return deleteFileRows(transaction, forumId, tokens);
}
