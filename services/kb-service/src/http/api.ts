import type { IncomingMessage } from 'node:http';
import {
  type AnswerRequest,
  createRouter,
  type HeaderFields,
  type Representation,
  rawQueryString,
  resourcesOn,
} from '@guidepost/http';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import type { AccessMode } from '../model/knowledge-base.ts';
import { type Admission, type ApiRequest, createAdmission } from './admit.ts';
import { categoryRoutes } from './category-routes.ts';
import { guideRoutes } from './guide-routes.ts';
import {
  answerPreflight,
  DOCUMENT_HEADERS,
  EDITING_HEADERS,
  KEYED_HEADERS,
  withoutBody,
} from './json-api/headers.ts';
import { MOUNTS } from './json-api/mount.ts';
import { createResourceTexts } from './json-api/resource-texts.ts';
import { knowledgeBaseRoutes } from './knowledge-base-routes.ts';
import type {
  Answer,
  Endpoint,
  Gone,
  MountedApi,
  Moved,
  Operations,
  PostCall,
  Routes,
  WriteEndpoint,
} from './reading/endpoint.ts';
import { identityOf } from './reading/parameters.ts';
import { createReader, type Reader } from './reading/reader.ts';
import { showErrorsPrivately } from './represent-failure.ts';
import { tagRoutes } from './tag-routes.ts';
import { voteRoutes } from './vote-routes.ts';
import { addressWritingRoutes } from './writing/address-writing.ts';
import { categoryWritingRoutes } from './writing/category-writing.ts';
import { fileWritingRoutes } from './writing/file-writing.ts';
import { guideWritingRoutes } from './writing/guide-writing.ts';
import { imageWritingRoutes } from './writing/image-writing.ts';
import { createMakeChange } from './writing/make-change.ts';
import { tagWritingRoutes } from './writing/tag-writing.ts';
import { createUploadPermits, type UploadPermits } from './writing/upload-permits.ts';

export function createApis(context: Context): MountedApi[] {
  const texts = createResourceTexts();
  return MOUNTS.map((mount) => {
    const reader = createReader({ ...context, mount, texts });
    return { mount, routes: createRoutes(context, reader) };
  });
}

function createRoutes(context: Context, reader: Reader): Routes {
  const parts = [
    knowledgeBaseRoutes(reader),
    guideRoutes(reader, context),
    voteRoutes(context, reader),
    categoryRoutes(reader),
    tagRoutes(reader),
    ...(reader.mount.writable ? writingRoutes(context, reader) : []),
  ];
  const all: Record<string, Operations> = {};
  // Several parts may share a path.
  for (const [path, operations] of parts.flatMap(Object.entries<Operations>)) {
    all[path] = { ...all[path], ...operations };
  }
  return all;
}

export function createApi(context: Context, { mount, routes }: MountedApi): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerPreflight });
  const admission = createAdmission(context, mount);
  const withUploadPermit = createUploadPermits();
  for (const [path, operations] of Object.entries(routes)) {
    const route = mount.path + path;
    const answer = (endpoint: Endpoint<PostCall> | WriteEndpoint) =>
      'change' in endpoint
        ? answerChange(endpoint, admission, withUploadPermit)
        : answerWith(context, endpoint, { admission, route });
    resource(path, {
      ...(operations.get && { get: answer(operations.get) }),
      ...(operations.post && { post: answer(operations.post) }),
      ...(operations.patch && { patch: answer(operations.patch) }),
      ...(operations.delete && { delete: answer(operations.delete) }),
    });
  }
  return router;
}

function answerWith(
  context: Context,
  endpoint: Endpoint<PostCall>,
  { admission, route }: { admission: Admission; route: string },
): AnswerRequest {
  return async (request, response) => {
    const call = await admission.toUse(request, response, endpoint);
    const representation = await showErrorsPrivately({ access: accessOf(call) }, () =>
      answerCall(context, endpoint, { call, request, route }),
    );
    return withQuery(representation, rawQueryString(request.url));
  };
}

function answerChange(
  endpoint: WriteEndpoint,
  admission: Admission,
  withUploadPermit: UploadPermits,
): AnswerRequest {
  return async (request, response) => {
    const call = await admission.toWrite(request, response, endpoint);
    return showErrorsPrivately({ access: 'key' }, async () =>
      represent(await withUploadPermit(call, () => endpoint.change(call)), EDITING_HEADERS),
    );
  };
}

/** Answers to those who may write are as private as those of a knowledge base that needs a key. */
function accessOf({ knowledgeBase, writer }: PostCall): AccessMode {
  return writer ? 'key' : knowledgeBase.access;
}

/** Caches answers under the revision of the knowledge base, unless they depend on more. */
async function answerCall(
  { representationCache, readingCounts }: Context,
  endpoint: Endpoint<PostCall>,
  { call, request, route }: { call: PostCall; request: ApiRequest; route: string },
): Promise<Representation> {
  const { knowledgeBase, query, keyed } = call;
  const headers = accessOf(call) === 'key' ? KEYED_HEADERS : DOCUMENT_HEADERS;
  const make = async () => represent(await endpoint.handle(call), headers);
  const guide = endpoint.viewed && { knowledgeBaseId: knowledgeBase.id, ...endpoint.viewed(call.path) };
  const onAnswer = guide && ((answered: IncomingMessage) => readingCounts.countView(guide, answered));
  const note = (representation: Representation) => {
    if (representation.status === 200 && !call.writer) onAnswer?.(request);
    return representation;
  };
  const isForAll = request.method !== 'POST' && knowledgeBase.access === 'public' && !keyed;
  if (!isForAll || endpoint.uncached?.(query)) return note(await make());
  const parts = identityOf(endpoint, call);
  const identity = { tenant: knowledgeBase, route, parts, onAnswer };
  return note(await representationCache.represent(request, identity, make));
}

function represent(answer: Answer | Moved | Gone, headers: HeaderFields): Representation {
  if ('movedTo' in answer) {
    return { status: 301, headers: { ...withoutBody(headers), Location: answer.movedTo } };
  }
  if (!('body' in answer)) return { ...answer, headers: withoutBody(headers) };
  return { status: 200, ...answer, headers: { ...headers, ...answer.headers } };
}

function withQuery(representation: Representation, rawQuery: string): Representation {
  const { status, headers } = representation;
  if (status !== 301 || rawQuery === '') return representation;
  return { ...representation, headers: { ...headers, Location: `${headers.Location}?${rawQuery}` } };
}

/** The routes of keys that may write. */
function writingRoutes(
  context: Pick<Context, 'database' | 'filesUrl' | 'revisions'>,
  shared: Reader,
): Routes[] {
  // Changes have permits of their own: an answer must not fail for want of a slot when the change has been made.
  const reader: Reader = { ...shared, withLargeBodySlot: (work) => work() };
  const makeChange = createMakeChange(context);
  return [
    guideWritingRoutes(context, reader, makeChange),
    imageWritingRoutes(context, reader, makeChange),
    fileWritingRoutes(context, reader, makeChange),
    categoryWritingRoutes(context, reader, makeChange),
    tagWritingRoutes(context, reader, makeChange),
    addressWritingRoutes(context, reader, makeChange),
  ];
}
