import type { RequestHandler } from 'express';
import type { Call, PostEndpoint } from '../api/endpoint.ts';
import type { ShowError } from '../api/represent-failure.ts';
import type { Context } from '../context.ts';
import { representFormFailure } from './form-answer.ts';
import { isForm, readFormFields } from './read-form-fields.ts';
import { judgeReturnAddresses } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

interface Locals extends Partial<Call> {
  form?: SentForm;
  /** Why there is none; said once it is known in which language. */
  unreadable?: unknown;
  showError?: ShowError;
}

/**
 * Reads a form before anything else is judged, so that whoever refuses it can show it again with all that was typed, and
 * leaves it for whoever comes after; lets everything else pass.
 */
export function takeForm(
  { config }: Pick<Context, 'config'>,
  { fields: table }: PostEndpoint,
): RequestHandler {
  return async (request, response, next) => {
    if (!isForm(request.headers['content-type'])) return next();
    const locals = response.locals as Locals;
    locals.showError = (error, id) =>
      representFormFailure({ ...locals, error, id, request, publicUrl: config.PUBLIC_URL });
    try {
      locals.form = { table, fields: await readFormFields(request) };
    } catch (error) {
      locals.unreadable = error;
    }
    next();
  };
}

/** Judges whether a form can be read and where it leads, once its forum is known: from here on errors are led there, too. */
export function judgeForm({ config }: Pick<Context, 'config'>): RequestHandler {
  return (_request, response, next) => {
    const locals = response.locals as Locals & Pick<Call, 'forum'>;
    const { form, forum, unreadable } = locals;
    if (unreadable !== undefined) return next(unreadable);
    if (form)
      locals.form = { ...form, returnTo: judgeReturnAddresses(form.fields, forum, config.PUBLIC_URL) };
    next();
  };
}
