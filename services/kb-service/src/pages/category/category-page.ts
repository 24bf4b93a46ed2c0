import { parseId } from '@guidepost/http';
import { createPager, fill, type Head, listHead, noSuchPage, pageNumber } from '@guidepost/pages';
import { type Database, statementTemplate } from '@guidepost/postgres';
import { GUIDES_ON_A_CARD, TOPICS, type Topic } from '../../categories/topics.ts';
import type { Context } from '../../context.ts';
import { type GuideList, readGuideList } from '../../guides/guide-titles.ts';
import { parseSlug } from '../../model/identifiers.ts';
import { describeBreadcrumbs, TRAIL, type TrailCategory } from '../breadcrumbs/breadcrumbs.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';

interface CategoryRow {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  /** From the top category to the one above this. */
  trail: TrailCategory[];
  /** The categories below this. */
  topics: Topic[];
}

type CategoryContext = Pick<Context, 'database' | 'publicAddress' | 'siteAddress'>;

const readCategory = statementTemplate(new URL('../../categories/sql/read-category.sql', import.meta.url))(
  { topics: TOPICS, trail: TRAIL },
  { prepared: true },
);

/** `/categories/:category` */
export function categoryPage(context: CategoryContext): PageKind {
  const { database } = context;
  return {
    keptAs: ({ path, query }) => `${path.category} ${pageNumber(query)}`,
    async read(call) {
      const { site, query } = call;
      const category = await findCategory(database, call);
      const list = await readGuideList(database, {
        knowledgeBaseId: site.knowledgeBase.id,
        in: { category: category.id },
        number: pageNumber(query),
      });
      // The pages after the first go on with its guides.
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
async function findCategory(database: Database, { site, path }: PageCall): Promise<CategoryRow> {
  const slug = parseSlug(path.category);
  if (!slug) throw noSuchPage();
  const values = [site.knowledgeBase.id, GUIDES_ON_A_CARD, slug, parseId(slug) ?? null];
  const category = await database.oneOrNone<CategoryRow>(readCategory(values));
  if (!category) throw noSuchPage();
  return category;
}

interface Shown {
  category: CategoryRow;
  list: GuideList;
}

function contentOf({ base, phrasing }: Site, { category, list }: Shown): object {
  const { name, slug, trail, topics, multiple_guides_name: ownHeading } = category;
  return {
    category,
    trail,
    topics,
    guides: list.guides,
    // What a category is called itself is what its guides are called unless somebody said otherwise.
    guidesHeading: ownHeading === name ? fill(phrasing.words.moreGuides, { category: name }) : ownHeading,
    pager: createPager(`${base}/categories/${slug}`, list),
  };
}

function headOf(context: CategoryContext, site: Site, { category, list }: Shown): Head {
  const { host } = site.knowledgeBase;
  const { id, slug, name, trail } = category;
  const address = context.publicAddress({ host, kind: 'categories', slug, id });
  // On another site than ours nobody knows how the list goes on.
  const hasAddress = list.number === 1 || context.siteAddress(host) !== undefined;
  return {
    ...listHead(site, {
      title: name,
      names: [...category.topics.map((topic) => topic.name), ...list.guides.map(({ title }) => title)],
      address: hasAddress ? address : undefined,
      number: list.number,
      pages: list.pages,
    }),
    records: [describeBreadcrumbs(context, site, { trail, page: { name, address } })],
  };
}
