import { fillsHoneypot } from './honeypot.ts';
import type { FieldsRequest } from './validate-fields.ts';

/** The field of forms, not of the API, that asks for answers by mail. */
export const ANSWERS_BY_MAIL = 'answers_by_mail';

export function wantsAnswers(post: FieldsRequest): boolean {
  const { submission, accessKeyId, forum } = post;
  // The forum asks for something else by this name.
  if (forum.metadata_fields.some(({ name }) => name === ANSWERS_BY_MAIL)) return false;
  const isForm = !submission.fromProgram && accessKeyId === undefined;
  return isForm && submission.fields.get(ANSWERS_BY_MAIL) === 'on' && !fillsHoneypot(post);
}
