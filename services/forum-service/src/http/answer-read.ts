import { type AnswerRequest, parseQuery, type Representation, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { trackViews } from '../counts/track-views.ts';
import type { Admission } from './admit.ts';
import { type BuiltAnswer, buildAnswer } from './build-answer.ts';
import type { ReadEndpoint } from './endpoint.ts';
import { leadOnFrom } from './follow-merges.ts';
import { notationOf, type Writing } from './formats/format.ts';
import { CACHING, COMMON_HEADERS, KEYED_CACHING, KEYED_SCRIPT_CACHING } from './headers.ts';
import { readCallback } from './parameters.ts';
import { withoutEnding } from './without-ending.ts';

export function answerRead(
  context: Pick<Context, 'database' | 'content' | 'representationCache' | 'clients' | 'withLargeBodySlot'>,
  { admit }: Admission,
  { path, ...endpoint }: ReadEndpoint & { path: string },
): AnswerRequest {
  const { representationCache, clients, withLargeBodySlot } = context;
  const leadOn = leadOnFrom(context, endpoint.ofDialog);
  const { parameters, requiresKey, scope, uncached, handle, onViewed, onAnswered } = endpoint;
  return async (request, response) => {
    const { format, ...named } = withoutEnding(request.params, path);
    const call = await admit({ request, response, ...named, countsAs: 'read', ...(scope && { scope }) });
    const keyed = call.accessKeyId !== undefined;
    if (requiresKey && !keyed) throw new AppError('unauthorized', 'An access key is required.');
    const query = parseQuery(rawQueryString(request.url));
    const writing = { format, callback: readCallback(query, format) };
    const values = parameters.read(query);
    const notation = notationOf(writing);
    // A request with a key is trusted to name its end user's address.
    const addressOf = keyed ? clients.claimedAddressOf : clients.addressOf;
    const make = async () => {
      // What keys show may change without a new revision.
      const content = keyed ? context.database : context.content.of(call.forum);
      const read = { ...call, content, parameters: values };
      const built = await buildAnswer(await handle(read), notation, withLargeBodySlot);
      onAnswered?.({ read, total: built.total, request, address: addressOf(request) });
      return represent(built, writing, keyed);
    };
    const route = request.baseUrl + path;
    const parts = [call.path, format, parameters.keyOf(values)];
    const onAnswer = trackViews(onViewed, { forumId: call.forum.id, path: call.path }, addressOf);
    const identity = { tenant: call.forum, route, parts, onAnswer };
    try {
      const representation =
        keyed || uncached ? await make() : await representationCache.represent(request, identity, make);
      onAnswer?.(request);
      return representation;
    } catch (error) {
      return leadOn(error, call, { format, query });
    }
  };
}

function represent(answer: BuiltAnswer, writing: Writing, keyed: boolean): Representation {
  const { total, isCut, count, body, entityTag } = answer;
  const keyedCaching = writing.callback === undefined ? KEYED_CACHING : KEYED_SCRIPT_CACHING;
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      ...(keyed ? keyedCaching : CACHING),
      'Content-Type': notationOf(writing).mediaType,
      ...(total !== undefined && { 'X-TotalResults': String(total) }),
      ...(isCut && { 'X-Limit': String(count) }),
    },
    body,
    ...(entityTag !== undefined && { entityTag }),
  };
}
