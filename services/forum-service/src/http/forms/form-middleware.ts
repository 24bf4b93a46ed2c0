import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import type { Call, PostEndpoint } from '../endpoint.ts';
import type { ShowError } from '../represent-failure.ts';
import { representFormFailure } from './form-answer.ts';
import { isForm, readFormFields } from './read-form-fields.ts';
import { judgeReturnAddresses } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

interface Locals extends Partial<Call> {
  form?: SentForm;
  showError?: ShowError;
}

/** Has errors shown to people who send a form as far as it is known by then; before anything else may be wrong. */
export function showFormErrors({ config }: Pick<Context, 'config'>): RequestHandler {
  return (request, response, next) => {
    const locals = response.locals as Locals;
    if (isForm(request.headers['content-type'])) {
      locals.showError = (error, id) =>
        representFormFailure({ ...locals, error, id, request, publicUrl: config.PUBLIC_URL });
    }
    next();
  };
}

/**
 * Reads a form, and judges where it leads, as soon as its forum is known and before keys and limits are judged: these can
 * lead their messages on then, or show the form again with all that was typed. Lets everything else pass.
 */
export function takeForm(
  { config }: Pick<Context, 'config'>,
  { fields: table, countsAs }: PostEndpoint,
): RequestHandler {
  return async (request, response, next) => {
    if (!isForm(request.headers['content-type'])) return next();
    const locals = response.locals as Locals & Pick<Call, 'forum'>;
    const form = { table, countsAs, fields: await readFormFields(request) };
    // An address that is refused is no reason to forget the form.
    locals.form = form;
    locals.form = { ...form, returnTo: judgeReturnAddresses(form.fields, locals.forum, config.PUBLIC_URL) };
    next();
  };
}
