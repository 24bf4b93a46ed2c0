import type { IncomingMessage } from 'node:http';
import {
  encodeText,
  type Representation,
  type RepresentationCache,
  sendRepresentation,
} from '@guidepost/http';
import type { TakeTurn } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import type { PageAnswer, PageCall, PageKind } from './page.ts';
import { leadTo } from './page-headers.ts';
import type { RepresentPage } from './represent-page.ts';
import type { PublicSite } from './site.ts';

export interface PageAnswersOptions<Site extends PublicSite, Kind extends PageKind<Site>> {
  readonly represent: RepresentPage<Site>;
  readonly representationCache: RepresentationCache;
  /** For pages of more than a megabyte. */
  readonly takeTurn: TakeTurn;
  /** What a request that passed every judge asks for. */
  readonly callOf: (request: Request, response: Response) => PageCall<Site>;
  /** What each answer with a page does besides, such as counting a view; it is kept as long as the page. */
  readonly onAnswer?:
    | ((kind: Kind, call: PageCall<Site>) => ((request: IncomingMessage) => void) | undefined)
    | undefined;
}

/** @param route the pattern of the page's path */
export type AnswerPages<Kind> = (route: string, kind: Kind) => RequestHandler;

/**
 * Answers requests for pages. Those that may be kept are, under the revision of their site that the request was judged
 * by, and are sent without the middleware from then on.
 */
export function answerPages<Site extends PublicSite, Kind extends PageKind<Site> = PageKind<Site>>({
  represent,
  representationCache,
  takeTurn,
  callOf,
  onAnswer,
}: PageAnswersOptions<Site, Kind>): AnswerPages<Kind> {
  const answerPage = createAnswerPage({ represent, representationCache, takeTurn, onAnswer });
  return (route, kind) => {
    const answer = answerPage(route, kind);
    return async (request, response) =>
      sendRepresentation(request, response, await answer(request, callOf(request, response)));
  };
}

/** Makes the answers for one kind of page. */
export type AnswerPage<Site extends PublicSite> = (
  request: Request,
  call: PageCall<Site>,
) => Promise<Representation>;

/**
 * How requests for pages are answered. Pages that may be kept are, under the revision of their site that the request
 * was judged by; they are then sent from memory.
 */
export function createAnswerPage<Site extends PublicSite, Kind extends PageKind<Site> = PageKind<Site>>({
  represent,
  representationCache,
  takeTurn,
  onAnswer,
}: Omit<PageAnswersOptions<Site, Kind>, 'callOf'>): (route: string, kind: Kind) => AnswerPage<Site> {
  return (route, kind) => async (request, call) => {
    const make = async () => {
      const answer = await kind.read(call);
      if (!('makeInTurn' in answer)) return representAnswer(represent, call, answer);
      return takeTurn(async () => representAnswer(represent, call, await answer.makeInTurn()));
    };
    const noteAnswer = onAnswer?.(kind, call);
    const { site } = call;
    const keptAs = kind.keptAs?.(call);
    const parts = keptAs === undefined ? undefined : [route, site.base, keptAs];
    const identity = parts && { tenant: site, route, parts, onAnswer: noteAnswer };
    const page = identity ? await representationCache.represent(request, identity, make) : await make();
    if (page.status === 200) noteAnswer?.(request);
    return page.status === 301 ? withQuery(page, call) : page;
  };
}

async function representAnswer<Site extends PublicSite>(
  represent: RepresentPage<Site>,
  call: PageCall<Site>,
  answer: PageAnswer,
): Promise<Representation> {
  if ('movedTo' in answer) return leadTo(301, answer.movedTo);
  const representation = 'template' in answer ? represent(call.site, answer) : answer;
  const { body } = representation;
  return typeof body === 'string' ? { ...representation, ...(await encodeText(body)) } : representation;
}

/** Each request carries its own query on: where a page has moved to may be shared with requests that have another. */
function withQuery(moved: Representation, { query }: Pick<PageCall, 'query'>): Representation {
  if (query.isEmpty) return moved;
  const Location = `${moved.headers.Location}?${new URLSearchParams(Object.fromEntries(query.entries()))}`;
  return { ...moved, headers: { ...moved.headers, Location } };
}
