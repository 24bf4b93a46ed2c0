import type { AnswerRequest, PathParameters, Representation } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import type { Actor } from '../model/actor.ts';
import type { Admission } from './admit.ts';
import { readChanges } from './content-type.ts';
import type { Call, WriteEndpoint } from './endpoint.ts';
import { type Format, notationOf, splitEnding } from './formats/notations.ts';
import type { ResourceRecord } from './formats/record.ts';
import { headersFor, KEYED_CACHING } from './headers.ts';

/** @param path whose last parameter carries the ending; without one, the answer is JSON */
export function answerWrite(
  { revisions }: Pick<Context, 'revisions'>,
  { admit }: Admission,
  { fields, handle, isNew = false, path: endingIn }: WriteEndpoint & { path?: string },
): AnswerRequest {
  return async (request, response) => {
    const { path, format } = endingIn
      ? withoutEnding(request.params, endingIn)
      : { path: request.params, format: 'json' as const };
    const call = await admit({ request, response, path, countsAs: 'post', scope: 'write' });
    const submission = { fields: fields ? await readChanges(request) : new Map(), fromProgram: true };
    const record = await handle({ ...call, submission, actor: actorOf(call) });
    await revisions.catchUp(call.forum.id);
    return represent(request, record, { format, isNew });
  };
}

/** A key may do what editors may. */
function actorOf({ accessKey, forum }: Call): Actor {
  return { name: accessKey?.name ?? '', role: 'editor', door: 'api', accountId: forum.account_id };
}

function represent(
  request: Request,
  record: ResourceRecord | undefined,
  { format, isNew }: { format: Format; isNew: boolean },
): Representation {
  const headers = { ...headersFor(request), ...KEYED_CACHING };
  if (!record) return { status: 204, headers };
  const { mediaType, whole } = notationOf({ format, callback: undefined });
  const body = { headers: { ...headers, 'Content-Type': mediaType }, body: whole(record) };
  return isNew
    ? { status: 201, ...body, headers: { ...body.headers, Location: String(record.uri) } }
    : { status: 200, ...body };
}

/**
 * The last path parameter carries the ending that selects the format: `/comment/:slug/:id.json`.
 * @throws AppError `not-found`
 */
export function withoutEnding(params: PathParameters, path: string): { path: Call['path']; format: Format } {
  const last = path.slice(path.lastIndexOf(':') + 1);
  const file = splitEnding(String(params[last]));
  if (!file) throw new AppError('not-found', 'The path must end in .json or .xml.');
  return { path: { ...params, [last]: file.name }, format: file.format };
}
