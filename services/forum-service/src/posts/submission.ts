import { AppError, parseId } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import type { Member } from '../model/person.ts';
import { flagField } from './field-kinds.ts';

/** A post as received, before validation. */
export interface Submission {
  /** By name, without nulls. A Map, so that `__proto__` is a key like any other. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Whether a program sent it, which is told of unknown names. */
  readonly fromProgram: boolean;
}

/** A submission to a forum. */
export interface FieldsRequest {
  submission: Submission;
  forum: Forum;
  accessKeyId: number | undefined;
}

/**
 * A form field hidden from people, so that only bots fill it in. Not called `website` or `url`, which browsers autofill
 * and other sites' forms use.
 */
export const HONEYPOT = 'your_homepage';

type Sent = Pick<FieldsRequest, 'submission' | 'accessKeyId'>;

/** Whether a bot filled in a form. Requests with a key are exempt. */
export function fillsHoneypot({ submission: { fields, fromProgram }, accessKeyId }: Sent): boolean {
  return !fromProgram && accessKeyId === undefined && (fields.get(HONEYPOT) ?? '') !== '';
}

/** For posts that cannot be held for review. @throws AppError `forbidden` */
export function refuseBots(sent: Sent): void {
  if (fillsHoneypot(sent)) throw new AppError('forbidden', 'This form was filled in by a bot.');
}

/** The field of forms, not of the API, that asks for answers by mail. */
export const ANSWERS_BY_MAIL = 'answers_by_mail';

/** Whether the author of a form asks for answers by mail. */
export function wantsAnswers(post: FieldsRequest): boolean {
  const { submission, accessKeyId, forum } = post;
  if (isMetadata(forum, ANSWERS_BY_MAIL)) return false;
  const isForm = !submission.fromProgram && accessKeyId === undefined;
  return isForm && submission.fields.get(ANSWERS_BY_MAIL) === 'on' && !fillsHoneypot(post);
}

/** The field of forms, not of the API, that names the comment which a comment answers. */
export const IN_ANSWER_TO = 'in_answer_to';

/** The comment that the comment in a form answers; it may be in another dialog. */
export function answeredComment(post: FieldsRequest): number | undefined {
  const { submission, accessKeyId, forum } = post;
  const sent = submission.fields.get(IN_ANSWER_TO);
  const isForm = !submission.fromProgram && accessKeyId === undefined && !isMetadata(forum, IN_ANSWER_TO);
  return isForm && typeof sent === 'string' ? parseId(sent) : undefined;
}

/** The field of forms, not of the API, with the ids of guides that were opened while a dialog was written. */
const OPENED_GUIDES = 'opened_guides';

/** The guides that the author of a form opened first, as far as the form tells the truth. */
export function openedGuides(post: FieldsRequest): readonly string[] {
  const { submission, accessKeyId, forum } = post;
  const sent = submission.fields.get(OPENED_GUIDES);
  const isForm = !submission.fromProgram && accessKeyId === undefined && !isMetadata(forum, OPENED_GUIDES);
  return isForm && typeof sent === 'string' && !fillsHoneypot(post) ? sent.split(' ') : [];
}

/** The parameter of posts whose text is Markdown. */
export const MARKDOWN = 'markdown';

export const MARKDOWN_FLAG = flagField(
  'True if `text` is Markdown: paragraphs, emphasis, code, lists, quotes and links. By default it is plain.',
);

/**
 * Whether the text of a post is Markdown. A value that is no flag is ignored, like fields that the API does not know.
 */
export function isMarkdown({ submission, forum }: Pick<FieldsRequest, 'submission' | 'forum'>): boolean {
  if (isMetadata(forum, MARKDOWN)) return false;
  const reading = MARKDOWN_FLAG.read(submission.fields.get(MARKDOWN), forum);
  return 'value' in reading && reading.value === true;
}

/** The field of forms with a file. */
export const FILE_FIELD = 'file';

/** Whether a person can attach files to what they write on the pages of a forum. */
export function attachesFiles({ forum, member }: { forum: Forum; member: Member | undefined }): boolean {
  return forum.attachments && member !== undefined && !isMetadata(forum, FILE_FIELD);
}

/** Whether the forum asks for something else by this name. */
function isMetadata({ metadata_fields }: Forum, field: string): boolean {
  return metadata_fields.some(({ name }) => name === field);
}

/** Fields of forms with the addresses that they lead to. */
export const RETURN_FIELDS = { success: 'success_url', error: 'error_url' } as const;

/** The field of members' forms that proves where they come from. */
export const MEMBER_TOKEN = 'member_token';

/** Names that requests use beside the fields of a post. */
export const PARAMETER_NAMES: readonly string[] = [
  'key',
  'callback',
  'error',
  ...Object.values(RETURN_FIELDS),
  HONEYPOT,
  ANSWERS_BY_MAIL,
  IN_ANSWER_TO,
  OPENED_GUIDES,
  MARKDOWN,
  MEMBER_TOKEN,
  FILE_FIELD,
];
