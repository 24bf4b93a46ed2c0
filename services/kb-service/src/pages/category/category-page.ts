import { fill } from '@guidepost/i18n';
import {
  createPager,
  escapeMarkdown,
  type Head,
  listHead,
  type Moved,
  markdownPath,
  noSuchPage,
  pageNumber,
} from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { type CategoryWithTopics, findCategoryWithTopics } from '../../content/topics.ts';
import { findSlugInLanguage } from '../../content/translated-pages.ts';
import type { Context } from '../../context.ts';
import { CATEGORY_ICONS } from '../../look/category-icons.ts';
import { parseSlug } from '../../model/slug.ts';
import { linksToPlace } from '../languages.ts';
import { type GuideList, listInMarkdown, readGuideList } from '../list/list-pages.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { describeBreadcrumbs } from '../structured-data.ts';

type CategoryContext = Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>;

export function categoryPage(context: CategoryContext): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.category} ${pageNumber(query)}`,
    async read(call) {
      const { site } = call;
      const shown = await readCategory(context, call);
      if ('movedTo' in shown) return shown;
      const reader = context.content.of(site.knowledgeBase);
      const { id } = shown.category;
      return {
        template: 'category/category',
        head: {
          ...headOf(context, site, shown),
          languages: await linksToPlace(context, reader, { site, kind: 'categories', id }),
        },
        content: contentOf(site, shown),
      };
    },
    async markdown(call) {
      const { site } = call;
      const shown = await readCategory(context, call);
      if ('movedTo' in shown) return shown;
      const { category, list } = shown;
      const home = context.siteAddress(site.knowledgeBase.host);
      const topics = category.topics.map(
        ({ slug, name }) => `- [${escapeMarkdown(name)}](${home ?? site.base}/categories/${slug})`,
      );
      const above = [escapeMarkdown(category.description), topics.join('\n')];
      return listInMarkdown(site, {
        title: category.name,
        address: addressOf(context, site, { category, list }),
        list,
        home,
        above,
      });
    },
  };
}

async function readCategory(context: CategoryContext, call: PageCall): Promise<Shown | Moved> {
  const { site, query } = call;
  const content = context.content.of(site.knowledgeBase);
  const category = await findCategory(content, call);
  if ('movedTo' in category) return category;
  const list = await readGuideList(content, {
    knowledgeBase: site.knowledgeBase,
    in: { category: category.id },
    number: pageNumber(query),
  });
  // Later pages show only guides.
  return { category: { ...category, topics: list.number === 1 ? category.topics : [] }, list };
}

/** Its slug in another language leads to that of the page. @throws AppError `not-found` */
async function findCategory(
  content: ContentReader,
  { site, path }: PageCall,
): Promise<CategoryWithTopics | Moved> {
  const slug = parseSlug(path.category);
  const { knowledgeBase } = site;
  const category = slug && (await findCategoryWithTopics(content, { knowledgeBase, slug }));
  if (category) return category;
  const present = slug && (await findSlugInLanguage(content, 'categories', { knowledgeBase, slug }));
  if (!present) throw noSuchPage();
  return { movedTo: `${site.base}/categories/${present}` };
}

interface Shown {
  category: CategoryWithTopics;
  list: GuideList;
}

function contentOf({ base, phrasing }: Site, { category, list }: Shown): object {
  const { name, slug, trail, topics, multiple_guides_name: ownHeading } = category;
  return {
    category,
    trail,
    topics,
    icons: CATEGORY_ICONS,
    guides: list.guides,
    // Imports use the name of the category unless they set another name for guides.
    guidesHeading: ownHeading === name ? fill(phrasing.words.moreGuides, { category: name }) : ownHeading,
    pager: createPager(`${base}/categories/${slug}`, list),
  };
}

/** Undefined for further pages of another site, whose URLs are unknown. */
function addressOf(
  { publicAddress, siteAddress }: CategoryContext,
  { knowledgeBase: { host } }: Site,
  { category: { id, slug }, list }: Shown,
): string | undefined {
  const isKnown = list.number === 1 || siteAddress(host) !== undefined;
  return isKnown ? publicAddress({ host, kind: 'categories', slug, id }) : undefined;
}

function headOf(context: CategoryContext, site: Site, { category, list }: Shown): Head {
  const { host } = site.knowledgeBase;
  const { id, slug, name, trail } = category;
  const address = context.publicAddress({ host, kind: 'categories', slug, id });
  return {
    ...listHead(site, {
      title: name,
      names: [
        category.description,
        ...category.topics.map((topic) => topic.name),
        ...list.guides.map(({ title }) => title),
      ],
      address: addressOf(context, site, { category, list }),
      number: list.number,
      pages: list.pages,
    }),
    markdown: markdownPath(`${site.base}/categories/${slug}`, list.number),
    records: [describeBreadcrumbs(context, site, { trail, page: { name, address } })],
  };
}
