import type { Representation } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import {
  createPager,
  escapeMarkdown,
  listHead,
  type Moved,
  markdownPath,
  noSuchPage,
  type Page,
  type PageLanguage,
  pageAddress,
  pageNumber,
  representMarkdown,
} from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { type GuidePlace, listGuideBeginnings } from '../../content/guide-titles.ts';
import { findTag, type Tag } from '../../content/tags.ts';
import { findSlugInLanguage } from '../../content/translated-pages.ts';
import type { Context } from '../../context.ts';
import type { ReadLanguage } from '../../model/knowledge-base.ts';
import { parseSlug } from '../../model/slug.ts';
import { linksToPlace, linksToSamePath } from '../languages.ts';
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
        languages: linksToSamePath({ siteAddress }, site, '/guides'),
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
  async function readTag(call: PageCall): Promise<ListFacts | Moved> {
    const { site, query } = call;
    const { knowledgeBase } = site;
    const { host } = knowledgeBase;
    const content = reads.of(knowledgeBase);
    const tag = await findTagOfPath(content, call);
    if ('movedTo' in tag) return tag;
    const { id, slug, name } = tag;
    const list = { knowledgeBase, in: { tag: id }, number: pageNumber(query) };
    // A company's own site need not have tag pages.
    const isOurs = siteAddress(host) !== undefined;
    return {
      heading: fill(site.phrasing.words.tagged, { tag: name }),
      path: `${site.base}/tags/${slug}`,
      markdown: markdownPath(`${site.base}/tags/${slug}`, pageNumber(query)),
      address: isOurs ? publicAddress({ host, kind: 'tags', slug, id }) : undefined,
      languages: await linksToPlace({ siteAddress, publicAddress }, content, { site, kind: 'tags', id }),
      list: await readGuideList(content, list),
    };
  }
  return {
    keptAs: ({ path, query }) => `${path.tag} ${pageNumber(query)}`,
    async read(call) {
      const tag = await readTag(call);
      return 'movedTo' in tag ? tag : listPage(call.site, tag);
    },
    async markdown(call) {
      const tag = await readTag(call);
      if ('movedTo' in tag) return tag;
      const { heading: title, address, list } = tag;
      return listInMarkdown(call.site, {
        title,
        address,
        list,
        home: siteAddress(call.site.knowledgeBase.host),
      });
    },
  };
}

/** Its slug in another language leads to that of the page. @throws AppError `not-found` */
async function findTagOfPath(content: ContentReader, { site, path }: PageCall): Promise<Tag | Moved> {
  const slug = parseSlug(path.tag);
  const { knowledgeBase, base } = site;
  const tag = slug && (await findTag(content, { knowledgeBaseId: knowledgeBase.id, slug }));
  if (tag) return tag;
  const present = slug && (await findSlugInLanguage(content, 'tags', { knowledgeBase, slug }));
  if (!present) throw noSuchPage();
  return { movedTo: `${base}/tags/${present}` };
}

interface ListFacts {
  heading: string;
  /** The path of the first page, from the root. */
  path: string;
  /** The canonical URL of the first page, if the other pages have one, too. */
  address: string | undefined;
  languages: readonly PageLanguage[] | undefined;
  list: GuideList;
  markdown?: string;
}

export interface ListInMarkdown extends Pick<ListFacts, 'address' | 'list'> {
  title: string;
  /** The absolute URL of the home page, before paths of guides. */
  home: string | undefined;
  /** Lists above that of guides, in Markdown. */
  above?: readonly string[];
}

/** A page of a list for programs: each guide with the beginning of its text. */
export function listInMarkdown(
  { base, language }: Site,
  { title, address, list, home = base, above = [] }: ListInMarkdown,
): Representation {
  const guides = list.guides.map(({ slug, title: name, text }) => {
    const link = `- [${escapeMarkdown(name)}](${home}/guides/${slug})`;
    return text ? `${link}: ${escapeMarkdown(text)}` : link;
  });
  const text = [...above, guides.join('\n')].filter(Boolean).join('\n\n');
  const { number, pages } = list;
  const further =
    number < pages ? `\n\nPage ${number} of ${pages}; the next one has \`?page=${number + 1}\`.` : '';
  return representMarkdown({
    title,
    address: address && pageAddress(address, number),
    language,
    text: text + further,
  });
}

function listPage(site: Site, { heading, path, address, languages, list, markdown }: ListFacts): Page {
  const names = list.guides.map(({ title }) => title);
  return {
    template: 'list/list',
    head: {
      ...listHead(site, { title: heading, names, address, number: list.number, pages: list.pages }),
      markdown,
      languages,
    },
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
  id: number;
  slug: string;
  title: string;
  /** The beginning of its text. */
  text: string | undefined;
}

export interface GuideListRequest {
  knowledgeBase: ReadLanguage;
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
  const listed = guides.map(({ beginning, ...guide }) => ({ ...guide, text: describeText(beginning) }));
  return { guides: listed, total, number, pages };
}
