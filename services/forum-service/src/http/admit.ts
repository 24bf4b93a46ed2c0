import { addressBlock, parseQuery, rawQueryString } from '@guidepost/http';
import { type CountBySubject, countRequest, createCountBySubject } from '@guidepost/http/limits';
import { readSentKey } from '@guidepost/keys';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';
import { limitedSender, originOf } from '../posts/new-post.ts';
import { allowsScope, type ForumKey, type KeyScope } from '../tenants/access-keys.ts';
import type { Call } from './endpoint.ts';

type CountRequests = Readonly<Record<'read' | 'post' | 'vote', CountBySubject>>;

export interface Admitted {
  request: Request;
  response: Response;
  /** Path parameters, decoded and without the ending. */
  path: Call['path'];
  countsAs?: keyof CountRequests;
  /** The scope that a key must have; by default `post` for a request that counts as a post, else `read`. */
  scope?: KeyScope;
}

export type ForumScope = Pick<Call, 'forum' | 'addresses'>;

export interface Admission {
  /**
   * Checks forum, key and limits, in this order.
   * @throws AppError `not-found`, `unauthorized`, `forbidden` for a key that may not do this, `rate-limited`
   */
  admit(admitted: Admitted): Promise<Call>;
  findScope(path: Call['path']): Promise<ForumScope>;
  admitTo(scope: ForumScope, admitted: Admitted): Promise<Call>;
  /** Counts requests that {@link admit} did not. */
  readonly counts: CountRequests;
}

export type AdmissionContext = Pick<Context, 'forums' | 'config' | 'keyRing' | 'rateLimits' | 'clients'>;

export function createAdmission(context: AdmissionContext): Admission {
  const { forums, config } = context;
  const counts = createCounts(context);

  async function findScope({ slug = '' }: Call['path']): Promise<ForumScope> {
    const forum = await forums.find(slug);
    if (!forum) throw noSuchForum(slug);
    return { forum, addresses: createAddresses(config.PUBLIC_URL, forum) };
  }

  async function admitTo(scope: ForumScope, admitted: Admitted): Promise<Call> {
    const { request, response, path, countsAs } = admitted;
    const accessKey = await checkAccessKey(context, scope.forum, request);
    const accessKeyId = accessKey?.id;
    requireScope(accessKey, admitted);
    if (countsAs) await counts[countsAs](request, response, accessKeyId);
    return { ...scope, accessKeyId, accessKey, path };
  }

  return {
    findScope,
    admitTo,
    counts,
    admit: async (admitted) => admitTo(await findScope(admitted.path), admitted),
  };
}

function requireScope(key: ForumKey | undefined, { countsAs = 'read', scope }: Admitted): void {
  const needed = scope ?? (countsAs === 'read' ? 'read' : 'post');
  if (!key && needed === 'write') throw new AppError('unauthorized', 'An access key is required.');
  if (key && !allowsScope(key, needed)) throw new AppError('forbidden', 'This key may not do this.');
}

/**
 * The access key in `?key=…` or `Authorization: Bearer …`; undefined without one. A key that is unknown, revoked,
 * cut short or another account's is refused even where none is needed. @throws AppError `unauthorized`
 */
async function checkAccessKey(
  { keyRing }: Pick<Context, 'keyRing'>,
  forum: Forum,
  { url, headers }: Request,
): Promise<ForumKey | undefined> {
  let found: ForumKey | undefined;
  for (const key of [parseQuery(rawQueryString(url)).first('key'), readSentKey(headers.authorization)])
    found = (await keyRing.requireSent(forum, key)) ?? found;
  return found;
}

/**
 * Counts requests, posts before their bodies are read. A post counts for its sender and for the address it is sent for.
 * Without a key that address is only a claim, so it is counted per sender: forged claims do not use up the address's
 * own limit. A server with a key that names no other address counts by its key alone.
 */
function createCounts({ rateLimits, clients }: Pick<Context, 'rateLimits' | 'clients'>): CountRequests {
  const bySender = createCountBySubject(rateLimits.senders, clients);
  const posts =
    (countsAs: 'post' | 'vote'): CountBySubject =>
    async (request, response, accessKeyId) => {
      const limiter = rateLimits.claimed[countsAs];
      if (!limiter) return;
      await bySender(request, response, accessKeyId);
      const origin = originOf(request, clients);
      if (accessKeyId === undefined) {
        await countRequest(response, { limiter, subject: limitedSender(origin) });
      } else if (origin.claimed !== origin.sender) {
        await countRequest(response, { limiter, subject: `address:${addressBlock(origin.claimed)}` });
      }
    };
  return { read: createCountBySubject(rateLimits.reads, clients), post: posts('post'), vote: posts('vote') };
}
