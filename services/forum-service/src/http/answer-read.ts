import {
  type AnswerRequest,
  type ClientAddress,
  createBodyWriter,
  LARGE_BYTES,
  MOST_DOCUMENT_BYTES,
  type ParameterValues,
  type PathParameters,
  parseQuery,
  type Query,
  type Representation,
  rawQueryString,
  type WrittenBody,
} from '@guidepost/http';
import { AppError, type Semaphore, startTimeSlice } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { trackViews } from '../counts/views.ts';
import type { Admission } from './admit.ts';
import { withoutEnding } from './answer-write.ts';
import type { Answer, Call, ReadEndpoint, ReadSlice } from './endpoint.ts';
import { leadOnFrom } from './follow-merges.ts';
import { notationOf, type Writing } from './formats/notations.ts';
import { type Content, isLongList, type LongList, type Notation } from './formats/record.ts';
import { CACHING, COMMON_HEADERS, KEYED_CACHING, KEYED_SCRIPT_CACHING } from './headers.ts';
import { readCallback } from './parameters.ts';

type BuiltAnswer = Written & Pick<Answer, 'total' | 'isPartial'>;

type ReadContext = Pick<
  Context,
  'database' | 'content' | 'representationCache' | 'clients' | 'withLargeBodySlot'
>;

type Endpoint = ReadEndpoint & { path: string };

/** Answers a read: admits the request, then answers it from the cache or makes the answer. */
export function answerRead(context: ReadContext, admission: Admission, endpoint: Endpoint): AnswerRequest {
  const { clients, representationCache } = context;
  const admitRead = createReadAdmission(admission, endpoint);
  const makeAnswer = createAnswers(context, endpoint);
  const leadOn = leadOnFrom(context, endpoint.ofDialog);
  return async (request, response) => {
    const read = await admitRead(request, response);
    const { call, keyed, query, values, writing } = read;
    const { format } = writing;
    // A request with a key is trusted to name its end user's address.
    const addressOf = keyed ? clients.claimedAddressOf : clients.addressOf;
    const onAnswer = trackViews(endpoint.onViewed, { forumId: call.forum.id, path: call.path }, addressOf);
    const identity = {
      tenant: call.forum,
      route: request.baseUrl + endpoint.path,
      parts: [call.path, format, endpoint.parameters.keyOf(values)],
      onAnswer,
    };
    const make = () => makeAnswer(read, request, addressOf);
    try {
      const isCached = !keyed && !endpoint.uncached;
      const representation = await (isCached
        ? representationCache.represent(request, identity, make)
        : make());
      onAnswer?.(request);
      return representation;
    } catch (error) {
      return leadOn(error, call, { format, query });
    }
  };
}

/** A request that may be answered, and what it asks for. */
interface AdmittedRead {
  call: Call;
  /** Whether it came with a key. */
  keyed: boolean;
  query: Query;
  values: ParameterValues;
  writing: Writing;
}

function createReadAdmission({ admit }: Admission, { path, parameters, requiresKey, scope }: Endpoint) {
  return async (request: Request<PathParameters>, response: Response): Promise<AdmittedRead> => {
    const { format, ...named } = withoutEnding(request.params, path);
    const call = await admit({ request, response, ...named, countsAs: 'read', ...(scope && { scope }) });
    const keyed = call.accessKeyId !== undefined;
    if (requiresKey && !keyed) throw new AppError('unauthorized', 'An access key is required.');
    const query = parseQuery(rawQueryString(request.url));
    const writing = { format, callback: readCallback(query, format) };
    return { call, keyed, query, values: parameters.read(query), writing };
  };
}

function createAnswers({ database, content, withLargeBodySlot }: ReadContext, endpoint: Endpoint) {
  const { handle, onAnswered } = endpoint;
  return async (
    admitted: AdmittedRead,
    request: Request,
    addressOf: ClientAddress,
  ): Promise<Representation> => {
    const { call, keyed, values, writing } = admitted;
    // Content for keys may change without a new revision.
    const reader = keyed ? database : content.of(call.forum);
    const read = { ...call, content: reader, parameters: values };
    const built = await buildAnswer(await handle(read), notationOf(writing), withLargeBodySlot);
    onAnswered?.({ read, total: built.total, request, address: addressOf(request) });
    return represent(built, writing, keyed);
  };
}

function represent(answer: BuiltAnswer, writing: Writing, keyed: boolean): Representation {
  const { total, isCut, isPartial, count, body, entityTag } = answer;
  const keyedCaching = writing.callback === undefined ? KEYED_CACHING : KEYED_SCRIPT_CACHING;
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      ...(keyed ? keyedCaching : CACHING),
      'Content-Type': notationOf(writing).mediaType,
      ...(total !== undefined && { 'X-TotalResults': String(total) }),
      ...(isCut && { 'X-Limit': String(count) }),
      ...(isPartial && { 'X-Partial': 'true' }),
    },
    body,
    ...(entityTag !== undefined && { entityTag }),
  };
}

/**
 * Builds the response of an endpoint. A list that exceeds a megabyte is dropped, then read and built again up to the
 * maximum size once a slot is free.
 * @throws AppError `unavailable` when no slot is free in time
 */
async function buildAnswer(
  answer: Answer | ReadSlice,
  notation: Notation,
  withLargeBodySlot: Semaphore,
): Promise<BuiltAnswer> {
  if (typeof answer !== 'function') return writeAnswer(answer, notation, MOST_DOCUMENT_BYTES);
  const small = await answer(LARGE_BYTES);
  const written = small.isCut ? undefined : await writeAnswer(small, notation, LARGE_BYTES);
  if (written && !written.isCut) return written;
  return withLargeBodySlot(async () =>
    writeAnswer(await answer(MOST_DOCUMENT_BYTES), notation, MOST_DOCUMENT_BYTES),
  );
}

async function writeAnswer(
  { content, total, isCut = false, isPartial = false }: Answer,
  notation: Notation,
  mostBytes: number,
): Promise<BuiltAnswer> {
  const written = await write(content, notation, mostBytes);
  return { ...written, isPartial, isCut: isCut || written.isCut, ...(total !== undefined && { total }) };
}

interface Written extends WrittenBody {
  /** The number of records, for a list that may be cut. */
  count?: number;
  isCut: boolean;
}

/**
 * Formats an answer, a long list in slices that yield to the event loop, and never beyond `mostBytes` except for its
 * first record.
 */
export async function write(content: Content, notation: Notation, mostBytes: number): Promise<Written> {
  if (isLongList(content)) return writeList(content, notation, mostBytes);
  return { body: notation.whole(content), isCut: false };
}

async function writeList(list: LongList, notation: Notation, mostBytes: number): Promise<Written> {
  const { begin, between, end, item } = notation;
  const writer = createBodyWriter();
  // Its rows would become old garbage if they waited behind searches.
  const slice = startTimeSlice({ goesFirst: true });
  let count = 0;
  for (const record of list.records()) {
    const text = (count === 0 ? begin : between) + item(record);
    const isCut = count > 0 && writer.length + Buffer.byteLength(text) + end.length > mostBytes;
    if (isCut) return finish(true);
    writer.write(text);
    count += 1;
    if (slice.isOver) await slice.next();
  }
  return finish(false);

  function finish(isCut: boolean): Written {
    writer.write(count === 0 ? notation.whole([]) : end);
    return { ...writer.finish(), count, isCut };
  }
}
