import { fill, type Head, siteRecord } from '@guidepost/pages';
import { type Database, statementTemplate } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import { GUIDES_ON_A_CARD, TOPICS, type Topic } from '../../categories/topics.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { listMostHelpful, type NamedGuide } from '../../votes/most-helpful.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';

/** How many guides that stand in no category are named. */
const MOST_OTHERS = 20;

interface HomeRow {
  topics: Topic[];
  /** Guides that stand in no category, by title. */
  others: NamedGuide[];
  other_total: number;
  /** Of all guides. */
  total: number;
}

const readHome = statementTemplate(new URL('../../guides/sql/read-home.sql', import.meta.url))(
  { topics: TOPICS },
  { prepared: true },
);

/** How many topics and guides are kept of what home pages show. */
const MOST_KEPT = 50_000;

/** `/`. It depends on votes, which raise no revision, so it is made for each reader; all but those is kept. */
export function homePage({ database, siteAddress }: Pick<Context, 'database' | 'siteAddress'>): PageKind {
  const readGuides = createGuidesReader(database);
  return {
    async read({ site }) {
      const { knowledgeBase } = site;
      const guides = await readGuides(knowledgeBase);
      const helpful = await listMostHelpful(database, knowledgeBase.id);
      const hasMoreOthers = guides.other_total > guides.others.length;
      return {
        template: 'home/home',
        head: headOf(site, siteAddress(knowledgeBase.host)),
        content: { ...guides, hasMoreOthers, helpful, hasOwnSearch: true },
      };
    },
  };
}

/** Keeps what it reads as pages are kept: under the revision that the request was judged by. */
function createGuidesReader(database: Database): (knowledgeBase: KnowledgeBase) => Promise<HomeRow> {
  const kept = new LRUCache<string, HomeRow>({ maxSize: MOST_KEPT, sizeCalculation: countNames });
  return async ({ id, revision }) => {
    const key = `${id} ${revision}`;
    const found = kept.get(key);
    if (found) return found;
    const read = await database.one<HomeRow>(readHome([id, GUIDES_ON_A_CARD, MOST_OTHERS]));
    kept.set(key, read);
    return read;
  };
}

function countNames({ topics, others }: HomeRow): number {
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
