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
import { splitEnding, type Writing, write } from '../formats/format.ts';
import type { Answer, Call, ReadEndpoint } from './endpoint.ts';
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
export function answerRead(endpoint: ReadEndpoint, clients: Clients): RequestHandler {
  const { parameters, keyNeeded, handle, onViewed } = endpoint;
  return async (request: Request, response) => {
    const { format, ...call } = response.locals as Call & Pick<Writing, 'format'>;
    if (keyNeeded && call.accessKeyId === undefined) {
      throw new AppError('unauthorized', 'This is read with a key.');
    }
    const query = parseQuery(rawQueryString(request.url));
    const writing = { format, callback: readCallback(query, format) };
    const answer = await handle({ ...call, parameters: parameters.read(query) });
    if (request.method === 'GET') onViewed?.(call, clientOf(request, call, clients));
    sendRepresentation(request, response, represent(answer, writing, call.accessKeyId !== undefined));
  };
}

/** Who sends a key is believed whom it asks for. */
function clientOf(request: Request, { accessKeyId }: Call, clients: Clients): string {
  const { addressOf, claimedAddressOf } = clients;
  return addressBlock(accessKeyId === undefined ? addressOf(request) : claimedAddressOf(request));
}

function represent({ content, total }: Answer, writing: Writing, keyed: boolean): Representation {
  const { mediaType, body } = write(content, writing);
  const keyedCaching = writing.callback === undefined ? KEYED_CACHING : KEYED_SCRIPT_CACHING;
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      ...(keyed ? keyedCaching : CACHING),
      'Content-Type': mediaType,
      ...(total !== undefined && { 'X-TotalResults': String(total) }),
    },
    body,
  };
}
