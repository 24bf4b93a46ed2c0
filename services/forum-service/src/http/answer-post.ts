import type { IncomingMessage } from 'node:http';
import type { AnswerRequest, Representation } from '@guidepost/http';
import type { Context } from '../context.ts';
import { originOf } from '../posts/new-post.ts';
import type { Admission } from './admit.ts';
import { isForm, readSubmission } from './content-type.ts';
import type { PostEndpoint, Posted } from './endpoint.ts';
import { answerForm } from './forms/answer-form.ts';
import { headersFor } from './headers.ts';

export function answerPost(
  context: Pick<Context, 'clients' | 'config'>,
  admission: Admission,
  endpoint: PostEndpoint,
): AnswerRequest {
  const answerPostedForm = answerForm(context, admission, endpoint);
  const answerJson = answerPostedJson(context, admission, endpoint);
  return (request, response) =>
    isForm(request.headers['content-type'])
      ? answerPostedForm(request, response)
      : answerJson(request, response);
}

function answerPostedJson(
  { clients }: Pick<Context, 'clients'>,
  { admit }: Admission,
  { countsAs, handle }: PostEndpoint,
): AnswerRequest {
  return async (request, response) => {
    const call = await admit({ request, response, path: request.params, countsAs });
    const submission = await readSubmission(request);
    return created(request, await handle({ ...call, submission, origin: originOf(request, clients) }));
  };
}

function created(request: IncomingMessage, { location }: Posted): Representation {
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
