import type { IncomingMessage } from 'node:http';
import {
  addressBlock,
  type Clients,
  parseQuery,
  type Representation,
  rawQueryString,
  sendRepresentation,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { type BuiltAnswer, buildAnswer } from './build-answer.ts';
import type { Call, ReadEndpoint } from './endpoint.ts';
import { notationOf, splitEnding, type Writing } from './formats/format.ts';
import { CACHING, COMMON_HEADERS, KEYED_CACHING, KEYED_SCRIPT_CACHING } from './headers.ts';
import { readCallback } from './parameters.ts';

/** Takes the ending off a path, before anything else is judged. */
export function judgeEnding(parameter: string): RequestHandler {
  return (request, response, next) => {
    const file = splitEnding(String(request.params[parameter]));
    if (!file) throw new AppError('not-found', 'The path must end in .json or .xml.');
    response.locals.path = { ...request.params, [parameter]: file.name };
    response.locals.format = file.format;
    next();
  };
}

/** Answers a read that the judges have let through; they left in `response.locals` what they found. */
export function answerRead(
  { representationCache, clients, takeTurn }: Pick<Context, 'representationCache' | 'clients' | 'takeTurn'>,
  path: string,
  endpoint: ReadEndpoint,
): RequestHandler {
  const { parameters, keyNeeded, neverKept, handle } = endpoint;
  return async (request: Request, response) => {
    const { format, ...call } = response.locals as Call & Pick<Writing, 'format'>;
    const keyed = call.accessKeyId !== undefined;
    if (keyNeeded && !keyed) throw new AppError('unauthorized', 'This is read with a key.');
    const query = parseQuery(rawQueryString(request.url));
    const writing = { format, callback: readCallback(query, format) };
    const values = parameters.read(query);
    const notation = notationOf(writing);
    const make = async () => {
      const answer = await handle({ ...call, parameters: values });
      return represent(await buildAnswer(answer, notation, takeTurn), writing, keyed);
    };
    const route = request.baseUrl + path;
    const parts = [route, call.path, format, parameters.keyOf(values)];
    const onAnswer = noteViews(endpoint, call, clients);
    const identity = { tenant: call.forum, route, parts, onAnswer };
    const representation =
      keyed || neverKept ? await make() : await representationCache.represent(request, identity, make);
    onAnswer?.(request);
    sendRepresentation(request, response, representation);
  };
}

/** Tells an endpoint who views what it shows: not whoever asks for the head alone. */
function noteViews(
  { onViewed }: ReadEndpoint,
  { forum, path, accessKeyId }: Call,
  { addressOf, claimedAddressOf }: Clients,
) {
  if (!onViewed) return undefined;
  const viewed = { forumId: forum.id, path };
  // Who sends a key is believed whom it asks for.
  const clientOf = accessKeyId === undefined ? addressOf : claimedAddressOf;
  return (request: IncomingMessage) => {
    if (request.method === 'GET') onViewed(viewed, addressBlock(clientOf(request)));
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
