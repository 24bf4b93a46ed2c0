import type { ToolCall } from '@guidepost/mcp/tools';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { newPostOf, originOf, requireFreeName } from '../../posts/new-post.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { postDialog } from '../../posts/posting.ts';
import { type FieldsRequest, MARKDOWN } from '../../posts/submission.ts';
import { readFieldsAndMetadata } from '../../posts/validate-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import type { ForumKey } from '../../tenants/access-keys.ts';
import { requireAllowance } from '../../tenants/rate-limits.ts';
import type { ProgramCall } from './read-posts.ts';

/** Fields whose arguments have other names. */
const ARGUMENTS: Readonly<Record<string, string>> = { text: 'markdown', useremail: 'email' };

/** The fields of a dialog as a program sends them. */
export interface AskedFields {
  topic: string;
  title: string;
  /** Markdown. */
  text: string;
  name: string;
  useremail: string;
}

/**
 * Posts a dialog that is held for review. The key lets a program post, but whom it posts for is its claim: the names of
 * staff stay theirs, and nothing counts as written by the organization.
 * @throws AppError `rate-limited`, `invalid` with the fields, `forbidden` for people who are blocked, `conflict`
 */
export async function askForReview(
  context: Pick<Context, 'database' | 'identify' | 'rateLimits' | 'clients' | 'refreshForum' | 'staffNames'>,
  {
    site,
    request,
    key,
    fields,
  }: Pick<ToolCall<ProgramCall>, 'site' | 'request'> & { key: ForumKey; fields: AskedFields },
): Promise<void> {
  const { database, rateLimits, clients } = context;
  const { forum, addresses } = site;
  await requireAllowance(rateLimits.senders.key, `key:${key.id}`, 'Too many posts: try again in a minute.');
  const sent = new Map<string, unknown>([...Object.entries(fields), [MARKDOWN, true]]);
  const post = {
    forum,
    submission: { fields: sent, fromProgram: true },
    accessKeyId: undefined,
    origin: originOf(request, clients),
  };
  const { work_title: workTitle, ...values } = readValues(post);
  await requireFreeName(context.staffNames, post, values.name);
  const text = { text: values.text, markdown: true };
  const { revision } = await postDialog(database, {
    ...(await newPostOf(context.identify, post, values)),
    ...values,
    workTitle,
    markdown: true,
    html: await renderPost(database, { forumId: forum.id, addresses }, text),
    hold: 'always',
  });
  context.refreshForum(forum, revision);
}

/** @throws AppError `invalid` with mistakes by the names of arguments */
function readValues(post: FieldsRequest) {
  try {
    return readFieldsAndMetadata(DIALOG_FIELDS, post);
  } catch (cause) {
    if (!(cause instanceof AppError) || !cause.details.fields) throw cause;
    const fields = Object.entries(cause.details.fields).map(([name, said]) => [
      ARGUMENTS[name] ?? name,
      said,
    ]);
    throw new AppError(cause.kind, cause.message, { fields: Object.fromEntries(fields), cause });
  }
}
