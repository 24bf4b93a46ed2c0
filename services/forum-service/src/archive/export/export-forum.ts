import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { replaceExport } from '@guidepost/command-line';
import type { FileStore } from '@guidepost/files';
import type { Executor } from '@guidepost/postgres';
import { usualStates } from '../../model/states.ts';
import {
  type AddressLine,
  type ArchiveLine,
  type LineAuthor,
  type LinePost,
  MOST_ADDRESSES,
} from '../import/line-schema.ts';
import { createOwnLinks, type OwnLinks } from '../import/own-links.ts';
import {
  createExportedFiles,
  createNoFiles,
  type ExportedFiles,
  type FilesSummary,
  filesFolder,
  isExportedFile,
  type PlacedFiles,
  withPaths,
} from './export-files.ts';
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
  /** The start of all URLs of the service, to recognize links to pages of the forum. */
  publicUrl: string;
  signal: AbortSignal;
  /** Called once with the number of dialogs; the function it returns is called for each. */
  onStart?: (dialogs: number) => () => void;
}

interface FileExport extends ExportOptions {
  file: string;
  force: boolean;
  /** Where the forum's files are; undefined if it is not known. */
  store: FileStore | undefined;
}

export interface ExportSummary extends FilesSummary {
  dialogs: number;
}

/**
 * Writes a consistent snapshot of a forum to a file, and the files to which its posts link to the folder beside it:
 * completely or not at all, except for files that the store does not have.
 * @throws AppError `not-found`; `conflict` when the file or the folder exists; `invalid` when they cannot be written,
 * or without a store; `unavailable` when the store does not answer
 */
export function exportToFile(database: Executor, options: FileExport): Promise<ExportSummary> {
  const { slug, file, force, personalData } = options;
  const target = { file, folder: filesFolder(file) };
  return readSnapshot(database, slug, (snapshot) =>
    replaceExport(target, { force, isOurs: isExportedFile }, async (written) => {
      const files = createExportedFiles({
        ...options,
        forumId: snapshot.forum.id,
        folder: written.folder,
        name: basename(target.folder),
        isPrivate: personalData,
      });
      // With personal data it is readable by its owner only.
      const stream = createWriteStream(written.file, { flags: 'wx', mode: personalData ? 0o600 : 0o666 });
      await writeLines(snapshot, stream, { ...options, files });
      return { dialogs: snapshot.count, ...files.summary() };
    }),
  );
}

/** Writes the texts alone, in which the addresses of files stay. */
export function exportToStream(
  database: Executor,
  stream: NodeJS.WritableStream,
  options: ExportOptions,
): Promise<ExportSummary> {
  const files = createNoFiles();
  return readSnapshot(database, options.slug, async (snapshot) => {
    await writeLines(snapshot, stream, { ...options, files }).catch(ignoreEarlyClose);
    return { dialogs: snapshot.count, ...files.summary() };
  });
}

async function writeLines(
  snapshot: Snapshot,
  stream: NodeJS.WritableStream,
  options: ExportOptions & { files: ExportedFiles },
): Promise<void> {
  const { signal, onStart, files, publicUrl } = options;
  const ownLinks = createOwnLinks(publicUrl, snapshot.forum);
  const onDialog = onStart?.(snapshot.count) ?? (() => {});
  const { states, language } = snapshot.forum;
  const lines = async function* () {
    if (!isDeepStrictEqual(states, usualStates(language))) yield `${JSON.stringify({ states })}\n`;
    for await (const dialog of snapshot.dialogs()) {
      const placed = await files.place(dialog.dialog.id, dialog.files);
      yield `${JSON.stringify(exportLine(dialog, { ...options, placed, ownLinks }))}\n`;
      onDialog();
    }
    // Last, since they may lead to what dialogs have.
    const addresses = await placeTargets(await snapshot.addresses(), files);
    for (let start = 0; start < addresses.length; start += MOST_ADDRESSES)
      yield `${JSON.stringify({ addresses: addresses.slice(start, start + MOST_ADDRESSES) })}\n`;
  };
  await pipeline(lines, stream, { signal, end: stream !== process.stdout });
}

/** Addresses with the paths of the files that they lead to. */
async function placeTargets(
  { addresses, files }: Awaited<ReturnType<Snapshot['addresses']>>,
  exported: ExportedFiles,
): Promise<AddressLine['addresses']> {
  const placed = await exported.place(null, files);
  return addresses.map(({ address, to }) => {
    const found = withPaths(to, placed);
    const [file] = found.files;
    return file ? { address, to: `file:${found.text}`, name: file.name } : { address, to };
  });
}

/** A reader that closes early (`| head`) is not an error. */
function ignoreEarlyClose(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

interface LineOptions extends Disclosure {
  placed: PlacedFiles;
  ownLinks: OwnLinks;
}

/** A dialog as a line of an archive; default values are omitted. */
function exportLine(
  { dialog, tags, votes, comments, addresses }: ExportedDialog,
  disclosure: LineOptions,
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
        ...(comment.helpful.length > 0 && { helpful: comment.helpful }),
        ...(comment.parent_id !== null && ids.has(comment.parent_id) && { parent: comment.parent_id }),
      })),
    }),
  };
}

function post(row: PostRow, disclosure: LineOptions): LinePost {
  const { id, markdown, pub_date, confirmed, held, work_title, external } = row;
  const placed = withPaths(row.text, disclosure.placed);
  const short = disclosure.ownLinks.shorten(placed.text);
  return {
    id,
    text: short ?? placed.text,
    ...(markdown && { markdown }),
    ...author(row, disclosure),
    pub_date,
    ...(work_title !== null && disclosure.personalData && { work_title }),
    ...(confirmed && disclosure.personalData && { confirmed }),
    ...(held && { held }),
    ...(external !== null && { external }),
    ...(placed.files.length > 0 && { files: placed.files }),
    ...(short !== undefined && { own_links: true }),
  };
}

/** The number is the public user id, so it groups the same posts as the API does. */
function author({ poster_id, author_name, email }: AuthorRow, { personalData }: Disclosure): LineAuthor {
  if (!personalData) return { name: `user ${poster_id}` };
  return { name: author_name, ...(email !== null && { useremail: email }) };
}
