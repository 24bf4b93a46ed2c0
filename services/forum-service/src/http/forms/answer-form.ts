import { rm } from 'node:fs/promises';
import { type AnswerRequest, type Representation, type ShowError, showErrorsBy } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../../context.ts';
import type { Forum } from '../../model/forum.ts';
import type { MemberSession } from '../../people/sessions.ts';
import { attachingIn, MOST_OF_MEMBER } from '../../posts/attaching.ts';
import { originOf } from '../../posts/new-post.ts';
import { FILE_FIELD, MEMBER_TOKEN } from '../../posts/submission.ts';
import type { Admission, ForumScope } from '../admit.ts';
import type { Call, PostEndpoint } from '../endpoint.ts';
import { type FailedForm, representFormFailure, seeOther } from './form-failure.ts';
import { type FormFields, readFormFields } from './read-form-fields.ts';
import type { ReceivedForm } from './read-member-form.ts';
import type { SentForm } from './refused-form.ts';
import { validateReturnAddresses } from './return-addresses.ts';

export interface FormSource {
  /** Who sends a form, if signed in. @throws AppError `forbidden` for a form of another site */
  findMember(request: Request, forum: Forum): Promise<MemberSession | undefined>;
  read(request: Request, response: Response, sender: Sender): Promise<ReceivedForm>;
}

interface Sender {
  forum: Forum;
  member: MemberSession | undefined;
}

/** Forms of anyone, from any site. */
const ANY_FORM: FormSource = {
  findMember: async () => undefined,
  read: async (request, _, { forum }) => ({
    fields: await readFormFields(request, forum.language),
    files: [],
    hasFile: false,
    isCut: false,
  }),
};

/**
 * Handles posted forms. The form is read and its return addresses are checked once the forum is known, before keys and
 * limits, so that those errors can be returned to the form too.
 */
export function answerForm(
  { config, clients }: Pick<Context, 'config' | 'clients'>,
  { findScope, admitTo }: Admission,
  { fields: table, countsAs, handle }: PostEndpoint,
  { findMember, read }: FormSource = ANY_FORM,
): AnswerRequest {
  const publicUrl = config.PUBLIC_URL;
  return (request, response) => {
    const path = request.params;
    const known: Known = {};
    const show: ShowError = (error, { id }) =>
      representFormFailure({ ...known, path, error, id, request, publicUrl });
    return showErrorsBy(show, async () => {
      const scope = await findScope(path);
      known.forum = scope.forum;
      const member = await findMember(request, scope.forum);
      const received = await read(request, response, { forum: scope.forum, member });
      try {
        return await answer({ request, response, scope, member, received }, known);
      } finally {
        for (const { path } of received.files) await rm(path, { force: true });
      }
    });
  };

  /** @param known what the answer to an error shows, filled in as it becomes known */
  async function answer(sending: Sending, known: Known): Promise<Representation> {
    const { request, response, scope, member, received } = sending;
    const { fields: typed, files, hasFile, isCut } = received;
    const fields = member ? withAuthor(typed, member) : typed;
    const sent: SentForm = { table, countsAs, member, fields, hasFile };
    // Keep the form even when a return address is refused.
    known.form = sent;
    const form = { ...sent, returnTo: validateReturnAddresses(fields, scope.forum, publicUrl) };
    known.form = form;
    if (isCut) throw tooLarge(scope.forum);
    known.isOldForm = member?.acceptsForm(typed.get(MEMBER_TOKEN) ?? '') === false;
    if (known.isOldForm) throw new AppError('forbidden', 'This form is of another session.');
    const call = await admitTo(scope, { request, response, path: request.params as Call['path'], countsAs });
    const submission = { fields, fromProgram: false };
    const origin = originOf(request, clients);
    const posted = await handle({
      ...call,
      submission,
      origin,
      ...(member && { member }),
      ...(hasFile && { attachments: files }),
    });
    return seeOther(request, form.returnTo.success ?? (await posted.page()));
  }
}

/** Its proof of the session comes after the files, so nothing but this can be said about it. */
function tooLarge({ language }: Forum): AppError {
  const { tooLargeTogether } = attachingIn(language, MOST_OF_MEMBER);
  return new AppError('too-large', 'The form is too large.', {
    fields: { [FILE_FIELD]: [tooLargeTogether] },
  });
}

type Known = Pick<FailedForm, 'forum' | 'form' | 'isOldForm'>;

interface Sending {
  request: Request;
  response: Response;
  scope: ForumScope;
  member: MemberSession | undefined;
  received: ReceivedForm;
}

/** People who are signed in post under no other name or address. */
function withAuthor(typed: FormFields, { name, email }: MemberSession): FormFields {
  const others = [...typed].filter(([field]) => field !== MEMBER_TOKEN);
  return new Map([...others, ['name', name], ['useremail', email]]);
}
