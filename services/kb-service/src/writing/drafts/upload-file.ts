import { inspectUploadedFile, type SourceFile } from '@guidepost/files/types';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { linkedTokens } from '../../files/content-files.ts';
import { type DownloadFile, describeLink, MOST_FILES } from '../../files/file-links.ts';
import { openFileStore } from '../../files/file-store.ts';
import { fileAddress } from '../../model/file-address.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { tooManyFiles } from './settle-files.ts';
import { type ImageUpload, noteUpload } from './upload-image.ts';
import { readWorkingCopy } from './working-copy.ts';

export interface UploadedFile extends DownloadFile {
  /** `/files/<token>/<name>` */
  href: string;
  /** The text of the link to it, with its type and size in the language of the knowledge base. */
  text: string;
  /** The link. */
  html: string;
}

/**
 * Stores a file that readers download from a guide, once for equal bytes and names. It stays as an image does.
 * @throws AppError `invalid` with the field `file` or `files`, or `not-found`
 */
export async function uploadFile(
  database: Executor,
  actor: Actor,
  { host, guideId, name, bytes }: ImageUpload,
): Promise<UploadedFile> {
  const source = await inspect(bytes, name);
  const change = { host, actor, action: 'file upload' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId, language }) => {
    const guide = { knowledgeBaseId, guideId };
    const { published_slug, content_html } = await readWorkingCopy(transaction, guide);
    if (linkedTokens(content_html).length >= MOST_FILES) throw tooManyFiles();
    const files = await openFileStore(transaction, knowledgeBaseId);
    const { id, token } = await files.keep(source);
    await transaction.none(noteUpload([knowledgeBaseId, id]));
    await files.finish();
    const file = { token, media_type: source.type, name: source.name, size: source.size };
    const result = { ...file, href: fileAddress(file), ...describeLink(file, language) };
    const audit = { guideId, subject: published_slug, details: { file: result.href } };
    return { changed: false, result, audit };
  });
}

async function inspect(bytes: Uint8Array, name: string): Promise<SourceFile> {
  const file = await inspectUploadedFile(bytes, name);
  if (!('reason' in file)) return file;
  const message = `${name} ${file.reason}`;
  throw new AppError('invalid', message, { fields: { file: [message] } });
}
