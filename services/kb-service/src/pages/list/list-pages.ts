import { fill } from '@guidepost/i18n';
import { createPager, listHead, noSuchPage, type Page, pageNumber } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { type GuidePlace, listGuideBeginnings } from '../../content/guide-titles.ts';
import { findTag, type Tag } from '../../content/tags.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { parseSlug } from '../../model/slug.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { describeText, ENOUGH_MARKUP } from '../structured-data.ts';

/** `/guides`: all guides by title */
export function allGuidesPage({ content, siteAddress }: Pick<Context, 'content' | 'siteAddress'>): PageKind {
  return {
    keptAs: ({ query }) => String(pageNumber(query)),
    async read({ site, query }) {
      const { host } = site.knowledgeBase;
      const home = siteAddress(host);
      return listPage(site, {
        heading: site.phrasing.words.allGuides,
        path: `${site.base}/guides`,
        address: home && `${home}/guides`,
        list: await readGuideList(content.of(site.knowledgeBase), {
          knowledgeBase: site.knowledgeBase,
          in: 'everything',
          number: pageNumber(query),
        }),
      });
    },
  };
}

export function tagPage({
  content: reads,
  publicAddress,
  siteAddress,
}: Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.tag} ${pageNumber(query)}`,
    async read(call) {
      const { site, query } = call;
      const { knowledgeBase } = site;
      const { host } = knowledgeBase;
      const content = reads.of(knowledgeBase);
      const { id, slug, name } = await requireTag(content, call);
      const list = { knowledgeBase, in: { tag: id }, number: pageNumber(query) };
      // A company's own site need not have tag pages.
      const isOurs = siteAddress(host) !== undefined;
      return listPage(site, {
        heading: fill(site.phrasing.words.tagged, { tag: name }),
        path: `${site.base}/tags/${slug}`,
        address: isOurs ? publicAddress({ host, kind: 'tags', slug, id }) : undefined,
        list: await readGuideList(content, list),
      });
    },
  };
}

/** @throws AppError `not-found` */
async function requireTag(content: ContentReader, { site, path }: PageCall): Promise<Tag> {
  const slug = parseSlug(path.tag);
  const tag = slug && (await findTag(content, { knowledgeBaseId: site.knowledgeBase.id, slug }));
  if (!tag) throw noSuchPage();
  return tag;
}

interface ListFacts {
  heading: string;
  /** The path of the first page, from the root. */
  path: string;
  /** The canonical URL of the first page, if the other pages have one, too. */
  address: string | undefined;
  list: GuideList;
}

function listPage(site: Site, { heading, path, address, list }: ListFacts): Page {
  const names = list.guides.map(({ title }) => title);
  return {
    template: 'list/list',
    head: listHead(site, { title: heading, names, address, number: list.number, pages: list.pages }),
    content: { heading, guides: list.guides, total: list.total, pager: createPager(path, list) },
  };
}

const PAGE_SIZE = 50;

export interface GuideList {
  guides: ListedGuide[];
  total: number;
  number: number;
  /** At least one. */
  pages: number;
}

interface ListedGuide {
  slug: string;
  title: string;
  /** The beginning of its text. */
  text: string | undefined;
}

export interface GuideListRequest {
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  in: GuidePlace;
  number: number;
}

/** @throws AppError `not-found` past the end */
export async function readGuideList(
  executor: ContentReader,
  { number, ...request }: GuideListRequest,
): Promise<GuideList> {
  const { total, guides } = await listGuideBeginnings(executor, {
    ...request,
    limit: PAGE_SIZE,
    offset: (number - 1) * PAGE_SIZE,
    characters: ENOUGH_MARKUP,
  });
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (number > pages) throw noSuchPage();
  const listed = guides.map(({ slug, title, beginning }) => ({ slug, title, text: describeText(beginning) }));
  return { guides: listed, total, number, pages };
}
