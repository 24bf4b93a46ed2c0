import { type Representation, sendRepresentation } from '@guidepost/http';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { originOf } from '../posting/origin.ts';
import type { Call, PostEndpoint, Posted } from './endpoint.ts';
import { leadOn } from './forms/form-answer.ts';
import type { SentForm } from './forms/sent-form.ts';
import { headersFor } from './headers.ts';
import { readSubmission } from './submission.ts';

/** Leaves what the pattern found in the path of a post, which has no ending, for the judges. */
export const keepPath: RequestHandler = (request, response, next) => {
  response.locals.path = { ...request.params };
  next();
};

/** Answers a post that the judges have let through; they left in `response.locals` what they found, such as a form. */
export function answerPost({ clients }: Pick<Context, 'clients'>, { handle }: PostEndpoint): RequestHandler {
  return async (request: Request, response) => {
    const { form, ...call } = response.locals as Call & { form?: SentForm };
    const submission = form ? { fields: form.fields, fromProgram: false } : await readSubmission(request);
    const posted = await handle({ ...call, submission, origin: originOf(request, clients) });
    sendRepresentation(request, response, form ? leadOn(request, form, posted) : created(request, posted));
  };
}

function created(request: Request, { location }: Posted): Representation {
  return {
    status: 201,
    headers: {
      ...headersFor(request),
      'Content-Type': 'text/plain; charset=utf-8',
      ...(location !== undefined && { Location: location }),
    },
    body: 'Created',
  };
}
