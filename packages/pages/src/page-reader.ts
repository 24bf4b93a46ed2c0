import { createKeptRepresentations, type Representation } from '@guidepost/http';
import type { PageCall, PageKind } from './page.ts';
import { leadTo } from './page-headers.ts';
import type { RepresentPage } from './represent-page.ts';
import type { PublicSite } from './site.ts';

/** @param pattern tells kinds of pages apart */
export type ReadPage<Site extends PublicSite> = (
  pattern: string,
  kind: PageKind<Site>,
  call: PageCall<Site>,
) => Promise<Representation>;

/**
 * Makes pages and keeps those that may be kept, each under the revision of its site that the request was judged by: what
 * is read after that is as new or newer, so no page is ever older than the revision it is kept under.
 */
export function createPageReader<Site extends PublicSite>(
  representPage: RepresentPage<Site>,
): ReadPage<Site> {
  const kept = createKeptRepresentations();

  async function readPage(kind: PageKind<Site>, call: PageCall<Site>): Promise<Representation> {
    const answer = await kind.read(call);
    if ('template' in answer) return representPage(call.site, answer);
    return 'movedTo' in answer ? leadTo(301, withQuery(answer.movedTo, call)) : answer;
  }

  return async (pattern, kind, call) => {
    if (!kind.keptAs) return readPage(kind, call);
    const { id, revision, base } = call.site;
    const key = JSON.stringify([id, revision, base, pattern, kind.keptAs(call)]);
    const found = kept.find(key);
    if (found) return found;
    const representation = await readPage(kind, call);
    if (representation.status !== 200) return representation;
    return kept.keep(key, representation);
  };
}

function withQuery(path: string, { query }: Pick<PageCall, 'query'>): string {
  return query.isEmpty ? path : `${path}?${new URLSearchParams(Object.fromEntries(query.entries()))}`;
}
