import { type AnswerRequest, isFromSameOrigin } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { discardFile, type FileName, formatFileName } from '../../files/file-names.ts';
import {
  deleteFileRows,
  LARGEST_FILE,
  LARGEST_FILE_MEGABYTES,
  MEGABYTE,
  type SentFile,
} from '../../files/files.ts';
import { sessionCookie } from '../../people/sessions.ts';
import { MOST_FILES } from '../../posts/attaching.ts';
import type { FieldMistake } from '../../posts/field-kinds.ts';
import { type FilePosting, postFile } from '../../posts/post-file.ts';
import { attachesFiles, FILE_FIELD, isMarkdown } from '../../posts/submission.ts';
import { readFieldsAndMetadata, refuseFields } from '../../posts/validate-fields.ts';
import { markdownFor } from '../../rendering/render-markdown.ts';
import { createAdmission } from '../admit.ts';
import type { Post, PostEndpoint, Routes } from '../endpoint.ts';
import { followMerges } from '../follow-merges.ts';
import { answerForm, type FormSource } from './answer-form.ts';
import { createMemberFormReader } from './read-member-form.ts';

/** The page that a form of a member is sent to, and the path of the API with the same fields. */
const FORMS = {
  '/ask': '/:slug',
  '/:id/comments': '/comment/:slug/:id',
  '/:id/vote': '/vote/:slug/:id',
} as const;

/**
 * Posts from pages, where people may be signed in: their session gives name and address. Without a session the form is
 * handled as over the API, so that nothing is lost when one has ended.
 */
export function memberForms(context: Context, routes: Routes): Readonly<Record<string, AnswerRequest>> {
  const admission = createAdmission(context);
  const source = createSource(context);
  return Object.fromEntries(
    Object.entries(FORMS).map(([page, path]) => {
      const endpoint = routes[path]?.post;
      if (!endpoint) throw new Error(`Nothing can be posted to ${path}.`);
      const following = { ...endpoint, handle: followMerges(context, endpoint) };
      const handle = endpoint.countsAs === 'post' ? withAttachments(context, following) : following.handle;
      return [page, answerForm(context, admission, { ...endpoint, handle }, source)];
    }),
  );
}

function createSource({ members, config }: Pick<Context, 'members' | 'config'>): FormSource {
  const readForm = createMemberFormReader(config.FORUM_FILES_DIRECTORY);
  return {
    async findMember(request, forum) {
      const secret = sessionCookie(config.PUBLIC_URL, forum.id).read(request);
      const member = secret === undefined ? undefined : await members.find(forum, secret);
      if (member && !isFromSameOrigin(request.headers))
        throw new AppError('forbidden', 'This form came from another site and was refused.');
      return member;
    },
    read: (request, response, sender) =>
      readForm(request, response, {
        keepsFile: attachesFiles(sender),
        language: sender.forum.language,
      }),
  };
}

/**
 * Stores the files that a member sent with a post, and adds their links to the text. They are stored only with a form
 * that has no mistakes, and deleted again if one of them or the post is refused.
 */
function withAttachments(
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
    const { attachments: sent, member } = post;
    if (!sent) return handle(post);
    readFieldsAndMetadata(table, post);
    if (sent.length === 0 || !member) throw refuseFiles(post, { message: 'refused' });
    if (sent.length > MOST_FILES) throw refuseFiles(post, { message: 'too-many-files', maximum: MOST_FILES });
    const stored: Stored[] = [];
    try {
      await storeAll(posting, { ...post, member }, { sent, stored });
      return await handle(withLinks(post, stored));
    } catch (error) {
      // After any other error the post may have been committed.
      if (error instanceof AppError) await discard(posting, post.forum.id, stored);
      throw error;
    }
  };
}

interface Stored extends FileName {
  name: string;
}

/** @param stored is filled with what has been stored. @throws AppError `invalid` with what is wrong with each file */
async function storeAll(
  posting: FilePosting,
  post: Post & Required<Pick<Post, 'member'>>,
  { sent, stored }: { sent: readonly SentFile[]; stored: Stored[] },
): Promise<void> {
  const messages: string[] = [];
  for (const file of sent) {
    try {
      stored.push({ name: file.name, ...(await store(posting, post, file)) });
    } catch (error) {
      const wrong = error instanceof AppError && error.details.fields?.[FILE_FIELD];
      if (!wrong) throw error;
      messages.push(...wrong.map((message) => (sent.length === 1 ? message : `${file.name}: ${message}`)));
    }
  }
  if (messages.length > 0)
    throw new AppError('invalid', 'Some files are not accepted.', { fields: { [FILE_FIELD]: messages } });
}

async function store(
  posting: FilePosting,
  post: Post & Required<Pick<Post, 'member'>>,
  file: SentFile,
): Promise<FileName> {
  if (file.size > LARGEST_FILE)
    throw refuseFiles(post, { message: 'file-too-large', maximum: LARGEST_FILE_MEGABYTES });
  try {
    const { person } = post.member;
    return await postFile(posting, { forum: post.forum, person, upload: { file, fields: [] } });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'too-large') throw error;
    throw refuseFiles(post, { message: 'file-storage' });
  }
}

async function discard(
  { database, files }: FilePosting,
  forumId: number,
  stored: readonly Stored[],
): Promise<void> {
  const tokens = stored.map(({ token }) => token);
  await deleteFileRows(database, forumId, tokens);
  for (const { token, ending } of stored) await discardFile(files, { forumId, token, ending });
}

function withLinks(post: Post, stored: readonly Stored[]): Post {
  const { submission, addresses } = post;
  const links = stored.map(({ name, ...file }) => {
    const address = addresses.file(formatFileName(file));
    return isMarkdown(post) ? markdownFor(name, address) : address;
  });
  const text = [String(submission.fields.get('text')).trimEnd(), ...links].join('\n\n');
  return { ...post, submission: { ...submission, fields: new Map([...submission.fields, ['text', text]]) } };
}

function refuseFiles({ forum }: Post, mistake: FieldMistake): AppError {
  return refuseFields(new Map([[FILE_FIELD, [mistake]]]), forum.language);
}
