import { entityTag, type Representation } from '@guidepost/http';
import { LRUCache } from 'lru-cache';
import type { Page, PageCall, PageKind } from './page.ts';
import { leadTo, pageHeaders } from './page-headers.ts';
import { renderPage } from './render-page.ts';
import type { Site } from './site.ts';

/** @param pattern tells kinds of pages apart */
export type ReadPage = (pattern: string, kind: PageKind, call: PageCall) => Promise<Representation>;

/** What finished pages may take, in UTF-16 units; their codings take a third of that beside it. */
const MOST_KEPT = 32_000_000;

/** Larger ones would push out many others. */
const LARGEST_KEPT = 256_000;

/**
 * Makes pages and keeps those that may be kept, each under the revision of its knowledge base that the request was
 * judged by: what is read after that is as new or newer, so no page is ever older than the revision it is kept under.
 */
export function createPageReader(): ReadPage {
  const kept = new LRUCache<string, Representation>({
    maxSize: MOST_KEPT,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: ({ body = '' }, key) => body.length + key.length,
  });
  return async (pattern, kind, call) => {
    if (!kind.keptAs) return readPage(kind, call);
    const { knowledgeBase, base } = call.site;
    const key = JSON.stringify([knowledgeBase.id, knowledgeBase.revision, base, pattern, kind.keptAs(call)]);
    const found = kept.get(key);
    if (found) return found;
    const representation = await readPage(kind, call);
    if (representation.status !== 200) return representation;
    const { body = '' } = representation;
    const keepable = { ...representation, entityTag: entityTag(body), codings: new Map() };
    kept.set(key, keepable);
    return keepable;
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
