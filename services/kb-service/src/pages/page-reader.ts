import { createKeptRepresentations, type Representation } from '@guidepost/http';
import type { Page, PageCall, PageKind } from './page.ts';
import { leadTo, pageHeaders } from './page-headers.ts';
import { renderPage } from './render-page.ts';
import type { Site } from './site.ts';

/** @param pattern tells kinds of pages apart */
export type ReadPage = (pattern: string, kind: PageKind, call: PageCall) => Promise<Representation>;

/**
 * Makes pages and keeps those that may be kept, each under the revision of its knowledge base that the request was
 * judged by: what is read after that is as new or newer, so no page is ever older than the revision it is kept under.
 */
export function createPageReader(): ReadPage {
  const kept = createKeptRepresentations();
  return async (pattern, kind, call) => {
    if (!kind.keptAs) return readPage(kind, call);
    const { knowledgeBase, base } = call.site;
    const key = JSON.stringify([knowledgeBase.id, knowledgeBase.revision, base, pattern, kind.keptAs(call)]);
    const found = kept.find(key);
    if (found) return found;
    const representation = await readPage(kind, call);
    if (representation.status !== 200) return representation;
    return kept.keep(key, representation);
  };
}

async function readPage(kind: PageKind, call: PageCall): Promise<Representation> {
  const answer = await kind.read(call);
  if ('template' in answer) return representPage(call.site, answer);
  return 'movedTo' in answer ? leadTo(301, withQuery(answer.movedTo, call)) : answer;
}

function withQuery(path: string, { query }: PageCall): string {
  return query.isEmpty ? path : `${path}?${new URLSearchParams(Object.fromEntries(query.entries()))}`;
}

export function representPage(site: Site, page: Page): Representation {
  return { status: page.status ?? 200, headers: pageHeaders(page.foreign), body: renderPage(site, page) };
}
