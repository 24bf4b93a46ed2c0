import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Representation } from '../responses/representation.ts';
import { createFastPath, type FastPath, type FastPathEntry, type FastPathOptions } from './fast-path.ts';
import { createKeptRepresentations } from './kept-representations.ts';

/** What an answer depends on. */
export interface AnswerIdentity extends Pick<FastPathEntry, 'onAnswer'> {
  /** As the request was judged by it. */
  readonly tenant: { readonly id: number; readonly revision: number };
  /** The route's pattern. */
  readonly route: string;
  /** Everything else that it depends on, to be written as JSON. */
  readonly parts: readonly unknown[];
}

/** Answers that everybody may see, kept for as long as their tenant does not change. */
export interface RepresentationCache extends Pick<FastPath, 'answer'> {
  /**
   * The representation that is kept, else the one that is being made for another request, else the one that is made
   * now. It is filed under the revision that the request was judged by: what is read after that is as new or newer, so
   * none is ever older than its revision. What is no 200 is not kept, and like an error shared only with the requests
   * that arrive while it is made.
   *
   * @param make must depend on nothing but the identity
   */
  represent(
    request: Request,
    identity: AnswerIdentity,
    make: () => Promise<Representation>,
  ): Promise<Representation>;
}

export interface RepresentationCacheOptions extends Omit<FastPathOptions, 'kept'> {
  /** Whether each read has to be judged, since reads are limited: there are no shortcuts then. */
  readonly readsAreLimited: boolean;
}

export function createRepresentationCache({
  readsAreLimited,
  ...options
}: RepresentationCacheOptions): RepresentationCache {
  const kept = createKeptRepresentations();
  const makeOnce = createSingleFlight<Representation>();
  const fastPath = readsAreLimited ? undefined : createFastPath({ ...options, kept });
  return {
    answer: (request: IncomingMessage, response) => fastPath?.answer(request, response) ?? false,
    async represent(request, { tenant, route, parts, onAnswer }, make) {
      const { id, revision } = tenant;
      const key = JSON.stringify([id, revision, ...parts]);
      const makeAndKeep = async () => {
        const made = await make();
        return made.status === 200 ? kept.keep(key, made) : made;
      };
      const found = kept.find(key) ?? (await makeOnce(key, makeAndKeep));
      if (found.status === 200) {
        fastPath?.remember(request, { tenant: { id, revision }, key, route, onAnswer });
      }
      return found;
    },
  };
}

/** Does work once for all who ask for it by the same key while it is going on. */
type SingleFlight<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** Nothing is remembered of work that has ended, failed or not: the next to ask starts it again. */
function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const started = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
