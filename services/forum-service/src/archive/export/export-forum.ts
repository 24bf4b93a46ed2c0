import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { describeWritingFailure, refuseExisting } from '@guidepost/command-line';
import type { Executor } from '@guidepost/postgres';
import { type ArchiveLine, type LineAuthor, type LinePost, MOST_ADDRESSES } from '../import/line-schema.ts';
import {
  type AuthorRow,
  type ExportedDialog,
  type PostRow,
  readSnapshot,
  type Snapshot,
} from './snapshot.ts';

/** Whether an export identifies authors; without it names, addresses and metadata are left out. */
interface Disclosure {
  personalData: boolean;
}

interface ExportOptions extends Disclosure {
  slug: string;
  signal: AbortSignal;
  /** Called once with the number of dialogs; the function it returns is called for each. */
  onStart?: (dialogs: number) => () => void;
}

interface FileExport extends ExportOptions {
  file: string;
  force: boolean;
}

/**
 * Writes a consistent snapshot of a forum to a file, completely or not at all.
 * @returns the number of dialogs
 * @throws AppError `not-found`, `conflict` when the file exists, `invalid` when it cannot be written
 */
export function exportToFile(database: Executor, options: FileExport): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await replaceFile(options, (path) =>
      writeLines(snapshot, createWriteStream(path, { flags: 'wx', mode: modeOf(options) }), options),
    );
    return snapshot.count;
  });
}

/** Files with personal data are readable by their owner only. */
function modeOf({ personalData }: Disclosure): number {
  return personalData ? 0o600 : 0o666;
}

export function exportToStream(
  database: Executor,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<number> {
  return readSnapshot(database, options.slug, async (snapshot) => {
    await writeLines(snapshot, stream, options).catch(ignoreEarlyClose);
    return snapshot.count;
  });
}

async function writeLines(
  snapshot: Snapshot,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<void> {
  const { signal, onStart } = options;
  const onDialog = onStart?.(snapshot.count) ?? (() => {});
  const lines = async function* () {
    for await (const dialog of snapshot.dialogs()) {
      yield `${JSON.stringify(exportLine(dialog, options))}\n`;
      onDialog();
    }
    // Last, since they may lead to what dialogs have.
    const addresses = await snapshot.addresses();
    for (let start = 0; start < addresses.length; start += MOST_ADDRESSES)
      yield `${JSON.stringify({ addresses: addresses.slice(start, start + MOST_ADDRESSES) })}\n`;
  };
  await pipeline(lines, stream, { signal, end: stream !== process.stdout });
}

/** A reader that closes early (`| head`) is not an error. */
function ignoreEarlyClose(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** A dialog as a line of an archive; default values are omitted. */
function exportLine(
  { dialog, tags, votes, comments, addresses }: ExportedDialog,
  disclosure: Disclosure,
): ArchiveLine {
  const { topic, title, archived, state, former_state, accepted_comment, views, metadata } = dialog;
  const ids = new Set(comments.map(({ id }) => id));
  const addressesOf = Map.groupBy(addresses, ({ comment_id }) => comment_id);
  const withAddresses = (comment: number | null) => {
    const own = addressesOf.get(comment)?.map(({ address }) => address);
    return own && { addresses: own };
  };
  return {
    topic,
    title,
    ...post(dialog, disclosure),
    ...withAddresses(null),
    ...(archived && { archived }),
    ...(state !== null && { state }),
    ...(former_state !== null && { former_state }),
    ...(views > 0 && { views }),
    ...(dialog.earlier_votes > 0 && { earlier_votes: dialog.earlier_votes }),
    ...(metadata && disclosure.personalData && { metadata }),
    ...(tags.length > 0 && {
      tags: tags.map(({ name, is_public }) => (is_public ? { name, is_public } : name)),
    }),
    ...(votes.length > 0 && {
      votes: votes.map((vote) => ({ ...author(vote, disclosure), pub_date: vote.pub_date })),
    }),
    ...(comments.length > 0 && {
      comments: comments.map((comment) => ({
        ...post(comment, disclosure),
        ...withAddresses(comment.id),
        ...(comment.is_org_reply && { is_org_reply: true }),
        ...(comment.id === accepted_comment && { accepted: true }),
        ...(comment.parent_id !== null && ids.has(comment.parent_id) && { parent: comment.parent_id }),
      })),
    }),
  };
}

function post(row: PostRow, disclosure: Disclosure): LinePost {
  const { id, text, markdown, pub_date, confirmed, held, work_title, external } = row;
  return {
    id,
    text,
    ...(markdown && { markdown }),
    ...author(row, disclosure),
    pub_date,
    ...(work_title !== null && disclosure.personalData && { work_title }),
    ...(confirmed && disclosure.personalData && { confirmed }),
    ...(held && { held }),
    ...(external !== null && { external }),
  };
}

/** The number is the public user id, so it groups the same posts as the API does. */
function author({ poster_id, author_name, email }: AuthorRow, { personalData }: Disclosure): LineAuthor {
  if (!personalData) return { name: `user ${poster_id}` };
  return { name: author_name, ...(email !== null && { useremail: email }) };
}

/**
 * Writes to a temporary file and renames it when complete; on failure the temporary file is removed and the existing
 * one stays.
 * @throws AppError `conflict` for an existing file without `force`, or anything that is not a file; `invalid` when the
 * file system refuses
 */
export async function replaceFile(
  { file, force }: { file: string; force: boolean },
  write: (path: string) => Promise<void>,
): Promise<void> {
  const written = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await refuseExisting(file, 'file', force);
    await write(written);
    await refuseExisting(file, 'file', force);
    await rename(written, file);
  } catch (error) {
    throw describeWritingFailure(error, file);
  } finally {
    await rm(written, { force: true });
  }
}
