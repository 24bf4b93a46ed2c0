import type { Representation } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import { type Head, siteRecord } from '@guidepost/pages';
import type { ContentReads, Executor } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import { type Contents, readContents } from '../../content/topics.ts';
import type { Context } from '../../context.ts';
import { CATEGORY_ICONS } from '../../look/category-icons.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { listMostHelpful } from '../../readers/votes.ts';
import { linksToSamePath } from '../languages.ts';
import { type PageKind, representPage } from '../page.ts';
import { type Site, siteOf } from '../site.ts';
import { describeText } from '../structured-data.ts';

const MAX_CACHED = 50_000;

/** Before the path of a link to a page of the site, which may be below `/site/<host>`. */
export const OWN_LINK = /href="(?=\/(?:guides|categories|tags|search)\b)/g;

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
      return {
        template: 'home/home',
        head: {
          ...headOf(site, siteAddress(knowledgeBase.host)),
          languages: linksToSamePath({ siteAddress }, site, ''),
        },
        content: { ...(await contentOf(database, site, contents)), offersLanguages: site.base === site.root },
      };
    },
  };
}

/** The home page with a look that is not saved yet, for a frame of the desk, below what is wrong with the look. */
export async function representHomePreview(
  { database, content }: Pick<Context, 'database' | 'content'>,
  knowledgeBase: KnowledgeBase,
  { scheme, mistakes }: { scheme: 'light' | 'dark'; mistakes: readonly string[] },
): Promise<Representation> {
  const site = siteOf(knowledgeBase, `/site/${knowledgeBase.host}`);
  const contents = await readContents(content.of(knowledgeBase), knowledgeBase);
  return representPage(site, {
    template: 'home/home',
    head: { indexed: false },
    content: { ...(await contentOf(database, site, contents)), mistakes },
    preview: scheme,
    isPersonal: true,
  });
}

async function contentOf(
  database: Executor,
  { base, knowledgeBase }: Site,
  contents: Contents,
): Promise<object> {
  const helpful = await listMostHelpful(database, knowledgeBase);
  const hasMoreOthers = contents.other_total > contents.others.length;
  const introduction = knowledgeBase.look.introduction?.replace(OWN_LINK, `$&${base}`);
  return { ...contents, icons: CATEGORY_ICONS, introduction, hasMoreOthers, helpful, hasOwnSearch: true };
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
  const { organization, phrasing, knowledgeBase } = site;
  const { introduction = '' } = knowledgeBase.look;
  return {
    description: describeText(introduction) ?? fill(phrasing.words.siteDescription, { organization }),
    address,
    records: address === undefined ? [] : [siteRecord(site, address)],
  };
}
