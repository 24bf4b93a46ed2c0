import { readBearerKey } from '@guidepost/access';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';
import { type CountRequests, createCounts } from './count-requests.ts';
import type { Call } from './endpoint.ts';

/** A request with what its route says of it. */
export interface Admitted {
  request: Request;
  /** Gets the headers that say what is left of a limit. */
  response: Response;
  /** What the route's pattern found in the path, decoded and without the ending. */
  path: Call['path'];
  /** Not limited where it counts as nothing. */
  countsAs?: keyof CountRequests;
}

/** The forum that a request is for. */
export type Place = Pick<Call, 'forum' | 'addresses'>;

/** The one way in for requests to the API. */
export interface Admission {
  /**
   * Judges the forum, the key and the limits, in this order.
   * @throws AppError `not-found`, `unauthorized`, `rate-limited`
   */
  admit(admitted: Admitted): Promise<Call>;
  /** The forum alone, for what is judged before keys. */
  findPlace(path: Call['path']): Promise<Place>;
  /** The rest of {@link admit}. */
  admitTo(place: Place, admitted: Admitted): Promise<Call>;
}

export type AdmissionContext = Pick<Context, 'forums' | 'config' | 'keyRing' | 'rateLimits' | 'clients'>;

export function createAdmission(context: AdmissionContext): Admission {
  const { forums, config } = context;
  const counts = createCounts(context);

  async function findPlace({ slug = '' }: Call['path']): Promise<Place> {
    const forum = await forums.find(slug);
    if (!forum) throw noSuchForum(slug);
    return { forum, addresses: createAddresses(config.PUBLIC_URL, forum.slug) };
  }

  async function admitTo(place: Place, admitted: Admitted): Promise<Call> {
    const { request, response, path, countsAs } = admitted;
    const accessKeyId = await judgeKey(context, place.forum, request);
    if (countsAs) await counts[countsAs](request, response, accessKeyId);
    return { ...place, accessKeyId, path };
  }

  return {
    findPlace,
    admitTo,
    admit: async (admitted) => admitTo(await findPlace(admitted.path), admitted),
  };
}

/** A key is either good or refused, whether it is needed or not. */
async function judgeKey(
  { keyRing }: Pick<Context, 'keyRing'>,
  forum: Forum,
  { url, headers }: Request,
): Promise<number | undefined> {
  let accessKeyId: number | undefined;
  for (const key of [parseQuery(rawQueryString(url)).first('key'), bearerOf(headers.authorization)]) {
    if (key === undefined) continue;
    accessKeyId = await keyRing.find(forum, key);
    if (accessKeyId === undefined) throw new AppError('unauthorized', 'Invalid access key.');
  }
  return accessKeyId;
}

/** The key in an `Authorization` header, '' for one that is not ours, so that it is refused; other schemes are ignored. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined;
  return readBearerKey(authorization) ?? '';
}
