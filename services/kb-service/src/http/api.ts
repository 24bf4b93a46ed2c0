import type { IncomingMessage } from 'node:http';
import {
  type AnswerRequest,
  createRouter,
  type HeaderFields,
  type Representation,
  rawQueryString,
  resourcesOn,
  type WrittenBody,
} from '@guidepost/http';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { type Admit, type ApiRequest, createAdmit } from './admit.ts';
import { categoryRoutes } from './category-routes.ts';
import { guideRoutes } from './guide-routes.ts';
import { answerPreflight, DOCUMENT_HEADERS, KEYED_HEADERS, withoutBody } from './json-api/headers.ts';
import { MOUNTS } from './json-api/mount.ts';
import { createResourceTexts } from './json-api/resource-texts.ts';
import { knowledgeBaseRoutes } from './knowledge-base-routes.ts';
import type { Endpoint, MountedApi, Moved, Operations, PostCall, Routes } from './reading/endpoint.ts';
import { identityOf } from './reading/parameters.ts';
import { createReader, type Reader } from './reading/reader.ts';
import { showErrorsPrivately } from './represent-failure.ts';
import { tagRoutes } from './tag-routes.ts';
import { voteRoutes } from './vote-routes.ts';

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
  const admit = createAdmit(context, mount);
  for (const [path, { get, post }] of Object.entries(routes)) {
    const route = mount.path + path;
    resource(path, {
      ...(get && { get: answerWith(context, get, { admit, route }) }),
      ...(post && { post: answerWith(context, post, { admit, route }) }),
    });
  }
  return router;
}

function answerWith(
  context: Context,
  endpoint: Endpoint<PostCall>,
  { admit, route }: { admit: Admit; route: string },
): AnswerRequest {
  return async (request, response) => {
    const call = await admit(request, response, endpoint);
    const representation = await showErrorsPrivately(call.knowledgeBase, () =>
      answerCall(context, endpoint, { call, request, route }),
    );
    return withQuery(representation, rawQueryString(request.url));
  };
}

/** Caches answers under the revision of the knowledge base, unless they depend on more. */
async function answerCall(
  { representationCache, readingCounts }: Context,
  endpoint: Endpoint<PostCall>,
  { call, request, route }: { call: PostCall; request: ApiRequest; route: string },
): Promise<Representation> {
  const { knowledgeBase, query, keyed } = call;
  const headers = knowledgeBase.access === 'key' ? KEYED_HEADERS : DOCUMENT_HEADERS;
  const make = async () => represent(await endpoint.handle(call), headers);
  const guide = endpoint.viewed && { knowledgeBaseId: knowledgeBase.id, ...endpoint.viewed(call.path) };
  const onAnswer = guide && ((answered: IncomingMessage) => readingCounts.countView(guide, answered));
  const note = (representation: Representation) => {
    if (representation.status === 200) onAnswer?.(request);
    return representation;
  };
  const isForAll = request.method !== 'POST' && knowledgeBase.access === 'public' && !keyed;
  if (!isForAll || endpoint.uncached?.(query)) return note(await make());
  const parts = identityOf(endpoint, call);
  const identity = { tenant: knowledgeBase, route, parts, onAnswer };
  return note(await representationCache.represent(request, identity, make));
}

function represent(answer: WrittenBody | Moved, headers: HeaderFields): Representation {
  if (!('movedTo' in answer)) return { status: 200, headers, ...answer };
  return { status: 301, headers: { ...withoutBody(headers), Location: answer.movedTo } };
}

function withQuery(representation: Representation, rawQuery: string): Representation {
  const { status, headers } = representation;
  if (status !== 301 || rawQuery === '') return representation;
  return { ...representation, headers: { ...headers, Location: `${headers.Location}?${rawQuery}` } };
}
