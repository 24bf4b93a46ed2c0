import type { AnswerRequest, Representation } from '@guidepost/http';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import type { Actor } from '../model/actor.ts';
import type { Admission } from './admit.ts';
import type { Call, WriteEndpoint } from './endpoint.ts';
import { type Format, notationOf } from './formats/format.ts';
import type { ResourceRecord } from './formats/record.ts';
import { headersFor, KEYED_CACHING } from './headers.ts';
import { readChanges } from './read-submission.ts';
import { withoutEnding } from './without-ending.ts';

/** @param path whose last parameter carries the ending; without one, the answer is JSON */
export function answerWrite(
  { revisions }: Pick<Context, 'revisions'>,
  { admit }: Admission,
  { fields, handle, path: endingIn }: WriteEndpoint & { path?: string },
): AnswerRequest {
  return async (request, response) => {
    const { path, format } = endingIn
      ? withoutEnding(request.params, endingIn)
      : { path: request.params, format: 'json' as const };
    const call = await admit({ request, response, path, countsAs: 'post', scope: 'write' });
    const submission = { fields: fields ? await readChanges(request) : new Map(), fromProgram: true };
    const record = await handle({ ...call, submission, actor: actorOf(call) });
    await revisions.catchUp(call.forum.id);
    return represent(request, record, format);
  };
}

/** A key may do what editors may. */
function actorOf({ accessKey, forum }: Call): Actor {
  return { name: accessKey?.name ?? '', role: 'editor', door: 'api', accountId: forum.account_id };
}

function represent(request: Request, record: ResourceRecord | undefined, format: Format): Representation {
  const headers = { ...headersFor(request), ...KEYED_CACHING };
  if (!record) return { status: 204, headers };
  const { mediaType, whole } = notationOf({ format, callback: undefined });
  return { status: 200, headers: { ...headers, 'Content-Type': mediaType }, body: whole(record) };
}
