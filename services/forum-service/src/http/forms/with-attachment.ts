import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { discardFile } from '../../files/discard-file.ts';
import { deleteFileRows, MEGABYTE } from '../../files/files.ts';
import { type FileName, formatFileName } from '../../files/unguessable-name.ts';
import { LARGEST_FILE, LARGEST_FILE_MEGABYTES, type SentFile } from '../../files/upload.ts';
import { FILE_FIELD } from '../../model/attaches-files.ts';
import type { FieldMistake } from '../../model/field-mistake.ts';
import { isMarkdown } from '../../posts/markdown-flag.ts';
import { type FilePosting, postFile } from '../../posts/post-file.ts';
import { readFieldsAndMetadata, refuseFields } from '../../posts/validate-fields.ts';
import { markdownFor } from '../../rendering/markdown-for.ts';
import type { Post, PostEndpoint } from '../endpoint.ts';

/**
 * Stores the file that a member sent with a post, and adds its link to the text. It is stored only with a form that has
 * no mistakes, and deleted again if the post is refused.
 */
export function withAttachment(
  { database, config, files }: Pick<Context, 'database' | 'config' | 'files'>,
  { fields: table, handle }: PostEndpoint,
): PostEndpoint['handle'] {
  const posting: FilePosting = {
    database,
    files,
    directory: config.FORUM_FILES_DIRECTORY,
    accountStorage: config.FORUM_ACCOUNT_STORAGE * MEGABYTE,
  };
  return async (post) => {
    if (!post.attachment) return handle(post);
    readFieldsAndMetadata(table, post);
    const { file } = post.attachment;
    const { person } = post.member ?? {};
    if (!file || !person) throw refuseFile(post, { message: 'refused' });
    const stored = await store(posting, post, { file, person });
    try {
      return await handle(withLink(post, file.name, stored));
    } catch (error) {
      // After any other error the post may have been committed.
      if (error instanceof AppError) await discard(posting, post.forum.id, stored);
      throw error;
    }
  };
}

interface Sent {
  file: SentFile;
  /** Who sent it. */
  person: Buffer;
}

async function store(posting: FilePosting, post: Post, { file, person }: Sent): Promise<FileName> {
  if (file.size > LARGEST_FILE)
    throw refuseFile(post, { message: 'file-too-large', maximum: LARGEST_FILE_MEGABYTES });
  try {
    return await postFile(posting, { forum: post.forum, person, upload: { file, fields: [] } });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'too-large') throw error;
    throw refuseFile(post, { message: 'file-storage' });
  }
}

async function discard({ database, files }: FilePosting, forumId: number, stored: FileName): Promise<void> {
  await deleteFileRows(database, forumId, [stored.token]);
  await discardFile(files, { forumId, ...stored });
}

function withLink(post: Post, name: string, stored: FileName): Post {
  const { submission, addresses } = post;
  const address = addresses.file(formatFileName(stored));
  const link = isMarkdown(post) ? markdownFor(name, address) : address;
  const text = `${String(submission.fields.get('text')).trimEnd()}\n\n${link}`;
  return { ...post, submission: { ...submission, fields: new Map([...submission.fields, ['text', text]]) } };
}

function refuseFile({ forum }: Post, mistake: FieldMistake): AppError {
  return refuseFields(new Map([[FILE_FIELD, [mistake]]]), forum.language);
}
