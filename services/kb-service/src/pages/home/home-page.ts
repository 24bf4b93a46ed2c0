import { type Database, statementTemplate } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { Head, PageKind } from '../page.ts';
import { siteRecord } from '../records.ts';
import type { Site } from '../site.ts';
import { listMostHelpful, type NamedGuide } from '../suggestions/most-helpful.ts';
import { GUIDES_ON_A_CARD, TOPICS, type Topic } from '../topics/topics.ts';
import { fill } from '../words/words.ts';

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

const readHome = statementTemplate(new URL('./sql/read-home.sql', import.meta.url))(
  { topics: TOPICS },
  { prepared: true },
);

/** `/`. It depends on votes, which raise no revision, so it is made for each reader. */
export function homePage({ database, siteAddress }: Pick<Context, 'database' | 'siteAddress'>): PageKind {
  return {
    async read({ site }) {
      return {
        template: 'home/home',
        head: headOf(site, siteAddress(site.knowledgeBase.host)),
        content: { ...(await readContent(database, site.knowledgeBase.id)), hasOwnSearch: true },
      };
    },
  };
}

async function readContent(database: Database, knowledgeBaseId: number): Promise<object> {
  const { topics, others, other_total, total } = await database.one<HomeRow>(
    readHome([knowledgeBaseId, GUIDES_ON_A_CARD, MOST_OTHERS]),
  );
  const helpful = await listMostHelpful(database, knowledgeBaseId);
  return { topics, others, hasMoreOthers: other_total > others.length, total, helpful };
}

function headOf({ knowledgeBase, phrasing }: Site, address: string | undefined): Head {
  const { organization_name: organization } = knowledgeBase;
  return {
    description: fill(phrasing.words.siteDescription, { organization }),
    address,
    records: address === undefined ? [] : [siteRecord(knowledgeBase, address)],
  };
}
