import type { IncomingMessage } from 'node:http';
import { encodeText, type Representation, type RepresentationCache } from '@guidepost/http';
import type { Semaphore } from '@guidepost/service-kit';
import type { Request } from 'express';
import type { PageAnswer, PageCall, PageKind, PublicSite } from './page.ts';
import { leadTo } from './page-headers.ts';
import type { RepresentPage } from './represent-page.ts';

export interface PageAnswersOptions<Site extends PublicSite, Kind extends PageKind<Site>> {
  readonly represent: RepresentPage<Site>;
  readonly representationCache: RepresentationCache;
  readonly withLargeBodySlot: Semaphore;
  /** A side effect of every response, such as counting a view; kept with the page. */
  readonly onAnswer?:
    | ((kind: Kind, call: PageCall<Site>) => ((request: IncomingMessage) => void) | undefined)
    | undefined;
}

export type AnswerPage<Site extends PublicSite> = (
  request: Request,
  call: PageCall<Site>,
) => Promise<Representation>;

/** Answers requests for pages. Cacheable pages are kept under the site's revision and sent from memory. */
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
    const parts = keptAs === undefined ? undefined : [site.base, keptAs];
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

/** The redirect may be shared between requests, so each keeps its own query. */
function withQuery(moved: Representation, { query }: Pick<PageCall, 'query'>): Representation {
  if (query.isEmpty) return moved;
  const Location = `${moved.headers.Location}?${new URLSearchParams(Object.fromEntries(query.entries()))}`;
  return { ...moved, headers: { ...moved.headers, Location } };
}
