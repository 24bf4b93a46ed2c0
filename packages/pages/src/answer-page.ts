import type { IncomingMessage } from 'node:http';
import { encodeText, type Representation, type RepresentationCache } from '@guidepost/http';
import type { Semaphore } from '@guidepost/service-kit';
import type { Request } from 'express';
import type { PageAnswer, PageCall, PageKind } from './page.ts';
import { leadTo } from './page-headers.ts';
import type { RepresentPage } from './represent-page.ts';
import type { PublicSite } from './site.ts';

export interface PageAnswersOptions<Site extends PublicSite, Kind extends PageKind<Site>> {
  readonly represent: RepresentPage<Site>;
  readonly representationCache: RepresentationCache;
  /** For pages of more than a megabyte. */
  readonly withLargeBodySlot: Semaphore;
  /** What each answer with a page does besides, such as counting a view; it is kept as long as the page. */
  readonly onAnswer?:
    | ((kind: Kind, call: PageCall<Site>) => ((request: IncomingMessage) => void) | undefined)
    | undefined;
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
  withLargeBodySlot,
  onAnswer,
}: PageAnswersOptions<Site, Kind>): (route: string, kind: Kind) => AnswerPage<Site> {
  return (route, kind) => async (request, call) => {
    const make = async () => {
      const answer = await kind.read(call);
      if (!('makeLarge' in answer)) return representAnswer(represent, call, answer);
      return withLargeBodySlot(async () => representAnswer(represent, call, await answer.makeLarge()));
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
