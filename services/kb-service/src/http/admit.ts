import { parseQuery, rawQueryString } from '@guidepost/http';
import { type CountBySubject, createCountBySubject } from '@guidepost/http/limits';
import { readBearerKey } from '@guidepost/keys';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { type AccessMode, isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';
import { checkAccess, type KnowledgeBaseKey, writerOf } from '../tenants/access-keys.ts';
import { findLanguage } from '../tenants/find-language.ts';
import type { Mount } from './json-api/mount.ts';
import type { EndpointDescription, PostCall, WriteCall } from './reading/endpoint.ts';
import { showErrorsPrivately } from './represent-failure.ts';

export type ApiRequest = Request<Record<string, string>>;

type Described = Pick<EndpointDescription, 'parameters' | 'writerParameters'>;

type Admit<Admitted> = (request: ApiRequest, response: Response, endpoint: Described) => Promise<Admitted>;

/** Turns requests into calls. */
export interface Admission {
  /** Reads, which need no more than what all calls have, and votes. */
  toUse: Admit<PostCall>;
  /** @throws AppError `unauthorized` without a key, `forbidden` with one that may only read */
  toWrite: Admit<WriteCall>;
}

/** Checks requests in the order of the contract: `Accept`, host, access mode, access key, limits, parameters. */
export function createAdmission(context: Context, mount: Mount): Admission {
  const { rateLimits, clients, keyRing } = context;
  const countRead = createCountBySubject(rateLimits.reads, clients);
  const countVote = createCountBySubject(rateLimits.votes, clients);

  async function admit(request: ApiRequest, response: Response, endpoint: Described, visit: Visit) {
    checkAccept(mount, request);
    const knowledgeBase = await findHost(context, request);
    return showErrorsPrivately({ access: visit.access ?? knowledgeBase.access }, async () => {
      // Public knowledge bases, too: limits depend on the key.
      const key = await keyRing.findKey(knowledgeBase, readBearerKey(request.headers.authorization));
      checkAccess(knowledgeBase, key?.id);
      visit.check?.(key);
      await visit.count(request, response, key?.id);
      const writer = key && mount.writable ? writerOf(key, knowledgeBase) : undefined;
      const { parameters, writerParameters = parameters } = endpoint;
      const query = parseQuery(rawQueryString(request.url));
      const values = (writer ? writerParameters : parameters).read(query);
      const keyed = key !== undefined;
      const inLanguage = await findLanguage(context.knowledgeBases, knowledgeBase, values.text('language'));
      return { ...inLanguage, writer, path: request.params, query, parameters: values, request, keyed };
    });
  }

  const read: Visit = { count: countRead };
  const vote: Visit = { count: countVote };
  const write: Visit = { count: countRead, check: requireWriteKey, access: 'key' };
  return {
    toUse: (request, response, endpoint) =>
      admit(request, response, endpoint, request.method === 'POST' ? vote : read),
    toWrite: async (request, response, endpoint) => {
      const call = await admit(request, response, endpoint, write);
      return call as WriteCall;
    },
  };
}

/** How a kind of request is checked. */
interface Visit {
  count: CountBySubject;
  check?: (key: KnowledgeBaseKey | undefined) => void;
  /** The access mode as which its errors are shown, if not that of the knowledge base. */
  access?: AccessMode;
}

function requireWriteKey(key: KnowledgeBaseKey | undefined): void {
  const source = { header: 'Authorization' };
  if (!key) {
    const message =
      'Changes require an access key that may write: send "Authorization: Bearer <access key>".';
    throw new AppError('unauthorized', message, { source });
  }
  if (key.scope !== 'write') throw new AppError('forbidden', 'This access key may only read.', { source });
}

function checkAccept({ negotiation }: Mount, { headers }: ApiRequest): void {
  if (negotiation.accepts(headers.accept)) return;
  throw new AppError('not-acceptable', negotiation.advice, { source: { header: 'Accept' } });
}

async function findHost({ knowledgeBases }: Context, { params }: ApiRequest): Promise<KnowledgeBase> {
  const knowledgeBase = await knowledgeBases.find(String(params.host).toLowerCase());
  if (!knowledgeBase || isEdition(knowledgeBase))
    throw new AppError('not-found', 'There is no knowledge base with this host.');
  return knowledgeBase;
}
