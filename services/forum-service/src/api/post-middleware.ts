import { sendRepresentation } from '@guidepost/http';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { originOf } from '../posting/origin.ts';
import { readSubmission } from '../posting/submission.ts';
import type { Call, PostEndpoint } from './endpoint.ts';
import { headersFor } from './headers.ts';

/** Leaves what the pattern found in the path of a post, which has no ending, for the judges. */
export const keepPath: RequestHandler = (request, response, next) => {
  response.locals.path = { ...request.params };
  next();
};

/** Answers a post that the judges have let through; they left in `response.locals` what they found. */
export function answerPost({ clients }: Pick<Context, 'clients'>, { handle }: PostEndpoint): RequestHandler {
  return async (request: Request, response) => {
    const call = response.locals as Call;
    const submission = await readSubmission(request);
    const { location } = await handle({ ...call, submission, origin: originOf(request, clients) });
    sendRepresentation(request, response, {
      status: 201,
      headers: {
        ...headersFor(request),
        'Content-Type': 'text/plain; charset=utf-8',
        ...(location !== undefined && { Location: location }),
      },
      body: 'Created',
    });
  };
}
