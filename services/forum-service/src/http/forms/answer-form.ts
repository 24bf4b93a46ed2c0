import type { IncomingMessage } from 'node:http';
import { type AnswerRequest, type ShowError, showErrorsBy } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { MemberSession } from '../../members/sessions.ts';
import type { Forum } from '../../model/forum.ts';
import { MEMBER_TOKEN } from '../../posting/form-parameters.ts';
import { originOf } from '../../posting/origin.ts';
import type { Admission } from '../admit.ts';
import type { PostEndpoint } from '../endpoint.ts';
import { type FailedForm, representFormFailure, seeOther } from './form-failure.ts';
import { type FormFields, readFormFields } from './read-form-fields.ts';
import { validateReturnAddresses } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

export interface Sender {
  member: MemberSession;
  /** Whether the form was made for the session. */
  isOfSession: boolean;
}

/** Who sends a form, if signed in. @throws AppError `forbidden` for a form of another site */
export type FindSender = (
  request: IncomingMessage,
  forum: Forum,
  fields: FormFields,
) => Promise<Sender | undefined>;

/**
 * Handles posted forms. The form is read and its return addresses are checked once the forum is known, before keys and
 * limits, so that those errors can be returned to the form too.
 */
export function answerForm(
  { config, clients }: Pick<Context, 'config' | 'clients'>,
  { findScope, admitTo }: Admission,
  { fields: table, countsAs, handle }: PostEndpoint,
  findSender: FindSender = async () => undefined,
): AnswerRequest {
  const publicUrl = config.PUBLIC_URL;
  return (request, response) => {
    const path = request.params;
    const known: Pick<FailedForm, 'forum' | 'form' | 'isOldForm'> = {};
    const show: ShowError = (error, { id }) =>
      representFormFailure({ ...known, path, error, id, request, publicUrl });
    return showErrorsBy(show, async () => {
      const scope = await findScope(path);
      known.forum = scope.forum;
      const typed = await readFormFields(request);
      const sender = await findSender(request, scope.forum, typed);
      const member = sender?.member;
      const sent: SentForm = { table, countsAs, member, fields: member ? withAuthor(typed, member) : typed };
      // Keep the form even when a return address is refused.
      known.form = sent;
      const form = { ...sent, returnTo: validateReturnAddresses(sent.fields, scope.forum, publicUrl) };
      known.form = form;
      known.isOldForm = sender?.isOfSession === false;
      if (known.isOldForm) throw new AppError('forbidden', 'This form is of another session.');
      const call = await admitTo(scope, { request, response, path, countsAs });
      const submission = { fields: form.fields, fromProgram: false };
      const origin = originOf(request, clients);
      const posted = await handle({ ...call, submission, origin, ...(member && { member }) });
      return seeOther(request, form.returnTo.success ?? (await posted.page()));
    });
  };
}

/** Nobody posts under another name or address than they are signed in with. */
function withAuthor(typed: FormFields, { name, email }: MemberSession): FormFields {
  const others = [...typed].filter(([field]) => field !== MEMBER_TOKEN);
  return new Map([...others, ['name', name], ['useremail', email]]);
}
