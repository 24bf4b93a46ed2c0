import type { FormCall } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { MEGABYTE } from '../../files/files.ts';
import { LARGEST_FILE } from '../../files/upload.ts';
import { createAddresses } from '../../model/addresses.ts';
import { isPermitted } from '../../model/permissions.ts';
import { attachFile } from '../../posts/attach-file.ts';
import { markdownFor } from '../../rendering/markdown-for.ts';
import { actorOf, type ForumCall } from '../forum-tenant.ts';
import { MAX_POST_BYTES } from './edit-pages.ts';

/** An answer with its file. */
export const MAX_ANSWER_BYTES = LARGEST_FILE + MAX_POST_BYTES;

/**
 * Stores the file that was sent with an answer.
 * @returns the text with the file at its end
 * @throws AppError `invalid` for the field `file`; `too-large`, `unavailable`, `forbidden`
 */
export async function withAttachment(
  { database, config, files }: Pick<Context, 'database' | 'config' | 'files'>,
  call: FormCall<ForumCall>,
  text: string,
): Promise<string> {
  const file = call.files.get('file');
  if (!file || file.bytes.length === 0) return text;
  if (!isPermitted(actorOf(call), 'comment answer'))
    throw new AppError('forbidden', 'You may not answer.', { reason: 'roleForbids' });
  const { forum } = call.tenant;
  const posting = {
    database,
    files,
    directory: config.FORUM_FILES_DIRECTORY,
    accountStorage: config.FORUM_ACCOUNT_STORAGE * MEGABYTE,
  };
  const addresses = createAddresses(config.PUBLIC_URL, forum);
  const staffId = call.session.person.id;
  const { language } = call.phrasing;
  const address = await attachFile(posting, { forum, addresses, staffId, language, ...file });
  return [text.trimEnd(), markdownFor(file.name, address)].filter(Boolean).join('\n\n');
}
