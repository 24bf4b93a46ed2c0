import { fill } from '@guidepost/i18n';
import { type Head, siteRecord } from '@guidepost/pages';
import type { ContentReads } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import { type Contents, readContents } from '../../content/topics.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { listMostHelpful } from '../../readers/votes.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';

const MAX_CACHED = 50_000;

/** `/`. Votes do not raise the revision, so the page is made for each request; everything else is cached. */
export function homePage({
  database,
  content: reads,
  siteAddress,
}: Pick<Context, 'database' | 'content' | 'siteAddress'>): PageKind {
  const readOnce = createContentsReader(reads);
  return {
    async read({ site }) {
      const { knowledgeBase } = site;
      const contents = await readOnce(knowledgeBase);
      const helpful = await listMostHelpful(database, knowledgeBase.id);
      const hasMoreOthers = contents.other_total > contents.others.length;
      return {
        template: 'home/home',
        head: headOf(site, siteAddress(knowledgeBase.host)),
        content: { ...contents, hasMoreOthers, helpful, hasOwnSearch: true },
      };
    },
  };
}

function createContentsReader(reads: ContentReads): (knowledgeBase: KnowledgeBase) => Promise<Contents> {
  const cache = new LRUCache<string, Contents>({ maxSize: MAX_CACHED, sizeCalculation: countNames });
  return async (knowledgeBase) => {
    const { id, revision } = knowledgeBase;
    const key = `${id} ${revision}`;
    const found = cache.get(key);
    if (found) return found;
    const read = await readContents(reads.of(knowledgeBase), knowledgeBase);
    cache.set(key, read);
    return read;
  };
}

function countNames({ topics, others }: Contents): number {
  const names = topics.map(({ guides, subtopics }) => 1 + guides.length + subtopics.length);
  return names.reduce((sum, count) => sum + count, 1 + others.length);
}

function headOf(site: Site, address: string | undefined): Head {
  const { organization, phrasing } = site;
  return {
    description: fill(phrasing.words.siteDescription, { organization }),
    address,
    records: address === undefined ? [] : [siteRecord(site, address)],
  };
}
