import { fill } from '@guidepost/i18n';
import { createPager, type Head, listHead, noSuchPage, pageNumber } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { type CategoryWithTopics, findCategoryWithTopics } from '../../content/topics.ts';
import type { Context } from '../../context.ts';
import { CATEGORY_ICONS } from '../../look/category-icons.ts';
import { parseSlug } from '../../model/slug.ts';
import { type GuideList, readGuideList } from '../list/list-pages.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { describeBreadcrumbs } from '../structured-data.ts';

type CategoryContext = Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>;

export function categoryPage(context: CategoryContext): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.category} ${pageNumber(query)}`,
    async read(call) {
      const { site, query } = call;
      const content = context.content.of(site.knowledgeBase);
      const category = await findCategory(content, call);
      const list = await readGuideList(content, {
        knowledgeBase: site.knowledgeBase,
        in: { category: category.id },
        number: pageNumber(query),
      });
      // Later pages show only guides.
      const topics = list.number === 1 ? category.topics : [];
      const shown = { ...category, topics };
      return {
        template: 'category/category',
        head: headOf(context, site, { category: shown, list }),
        content: contentOf(site, { category: shown, list }),
      };
    },
  };
}

/** @throws AppError `not-found` */
async function findCategory(content: ContentReader, { site, path }: PageCall): Promise<CategoryWithTopics> {
  const slug = parseSlug(path.category);
  const knowledgeBaseId = site.knowledgeBase.id;
  const category = slug && (await findCategoryWithTopics(content, { knowledgeBaseId, slug }));
  if (!category) throw noSuchPage();
  return category;
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

function headOf(context: CategoryContext, site: Site, { category, list }: Shown): Head {
  const { host } = site.knowledgeBase;
  const { id, slug, name, trail } = category;
  const address = context.publicAddress({ host, kind: 'categories', slug, id });
  // Only the URLs of further pages of this service are known.
  const hasAddress = list.number === 1 || context.siteAddress(host) !== undefined;
  return {
    ...listHead(site, {
      title: name,
      names: [
        category.description,
        ...category.topics.map((topic) => topic.name),
        ...list.guides.map(({ title }) => title),
      ],
      address: hasAddress ? address : undefined,
      number: list.number,
      pages: list.pages,
    }),
    records: [describeBreadcrumbs(context, site, { trail, page: { name, address } })],
  };
}
