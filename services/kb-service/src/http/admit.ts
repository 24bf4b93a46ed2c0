import { createCountBySubject, readBearerKey } from '@guidepost/access';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import { checkAccess } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { Mount } from './json-api/mount.ts';
import type { EndpointDescription, PostCall } from './reading/endpoint.ts';
import { showErrorsPrivately } from './represent-failure.ts';

export type ApiRequest = Request<Record<string, string>>;

/** Turns a request into a call. Reads need no more than what all calls have. */
export type Admit = (
  request: ApiRequest,
  response: Response,
  endpoint: Pick<EndpointDescription, 'parameters'>,
) => Promise<PostCall>;

/** Checks requests in the order of the contract: `Accept`, host, access key, access mode, limits, parameters. */
export function createAdmit(context: Context, mount: Mount): Admit {
  const { rateLimits, clients, keyRing } = context;
  const countRead = createCountBySubject(rateLimits.reads, clients);
  const countVote = createCountBySubject(rateLimits.votes, clients);
  return async (request, response, { parameters }) => {
    checkAccept(mount, request);
    const knowledgeBase = await findHost(context, request);
    return showErrorsPrivately(knowledgeBase, async () => {
      // Public knowledge bases, too: limits depend on the key.
      const key = await keyRing.find(knowledgeBase, readBearerKey(request.headers.authorization));
      checkAccess(knowledgeBase, key);
      const count = request.method === 'POST' ? countVote : countRead;
      await count(request, response, key);
      const query = parseQuery(rawQueryString(request.url));
      const values = parameters.read(query);
      const keyed = key !== undefined;
      return { knowledgeBase, path: request.params, query, parameters: values, request, keyed };
    });
  };
}

function checkAccept({ negotiation }: Mount, { headers }: ApiRequest): void {
  if (negotiation.accepts(headers.accept)) return;
  throw new AppError('not-acceptable', negotiation.advice, { source: { header: 'Accept' } });
}

async function findHost({ knowledgeBases }: Context, { params }: ApiRequest): Promise<KnowledgeBase> {
  const knowledgeBase = await knowledgeBases.find(String(params.host).toLowerCase());
  if (!knowledgeBase) throw new AppError('not-found', 'There is no knowledge base with this host.');
  return knowledgeBase;
}
