import { type AnswerRequest, type ShowError, showErrorsBy } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { originOf } from '../../posting/origin.ts';
import type { Admission } from '../admit.ts';
import type { PostEndpoint } from '../endpoint.ts';
import { type FailedForm, representFormFailure, seeOther } from './form-failure.ts';
import { readFormFields } from './read-form-fields.ts';
import { validateReturnAddresses } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

/**
 * Handles posted forms. The form is read and its return addresses are checked once the forum is known, before keys and
 * limits, so that those errors can be returned to the form too.
 */
export function answerForm(
  { config, clients }: Pick<Context, 'config' | 'clients'>,
  { findScope, admitTo }: Admission,
  { fields: table, countsAs, handle }: PostEndpoint,
): AnswerRequest {
  const publicUrl = config.PUBLIC_URL;
  return (request, response) => {
    const path = request.params;
    const known: Pick<FailedForm, 'forum' | 'form'> = {};
    const show: ShowError = (error, { id }) =>
      representFormFailure({ ...known, path, error, id, request, publicUrl });
    return showErrorsBy(show, async () => {
      const scope = await findScope(path);
      known.forum = scope.forum;
      const sent: SentForm = { table, countsAs, fields: await readFormFields(request) };
      // Keep the form even when a return address is refused.
      known.form = sent;
      const form = { ...sent, returnTo: validateReturnAddresses(sent.fields, scope.forum, publicUrl) };
      known.form = form;
      const call = await admitTo(scope, { request, response, path, countsAs });
      const submission = { fields: form.fields, fromProgram: false };
      const posted = await handle({ ...call, submission, origin: originOf(request, clients) });
      return seeOther(request, form.returnTo.success ?? (await posted.page()));
    });
  };
}
