import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SourceGuide } from '../import-source.ts';

export type Ids = ReadonlyMap<string, number>;

interface Touched {
  touched: number;
}

const setGuideCategories = preparedStatement(new URL('./sql/set-guide-categories.sql', import.meta.url));
const setGuideTags = preparedStatement(new URL('./sql/set-guide-tags.sql', import.meta.url));

export interface Memberships {
  knowledgeBaseId: number;
  guides: Ids;
  groups: Ids;
  /** Slugs of guides whose categories stay. */
  except?: ReadonlySet<string>;
}

/**
 * Sets the categories of guides, in the order of the source; guides without any in the source keep theirs.
 * @returns the number of changes
 */
export async function setCategoriesOfGuides(
  transaction: Executor,
  { knowledgeBaseId, guides, groups, except = new Set() }: Memberships,
  source: SourceGuide[],
): Promise<number> {
  const places = new Map<string, number>();
  const placed = source.filter(({ slug, categories }) => categories !== undefined && !except.has(slug));
  // Those that stay have a place, too.
  const wanted = source.flatMap(({ slug, categories = [] }) =>
    categories.map(({ slug: category, position = (places.get(category) ?? 0) + 1 }) => {
      const place = { category: idOf(category, groups), guide: idOf(slug, guides) };
      if (position === 'as it is') return place;
      places.set(category, position);
      return { ...place, position };
    }),
  );
  const ids = placed.map(({ slug }) => idOf(slug, guides));
  const kept = new Set(Array.from(except, (slug) => guides.get(slug)));
  const changing = wanted.filter(({ guide }) => !kept.has(guide));
  const values = [knowledgeBaseId, ids, JSON.stringify(changing)];
  return (await transaction.one<Touched>(setGuideCategories(values))).touched;
}

/**
 * Sets the tags of guides.
 * @param tagged tags by the slug of the guide; other guides keep theirs
 * @returns the number of changes
 */
export async function setTagsOfGuides(
  transaction: Executor,
  { knowledgeBaseId, guides, groups }: Memberships,
  tagged: ReadonlyMap<string, string[]>,
): Promise<number> {
  const ids = Array.from(tagged.keys(), (slug) => idOf(slug, guides));
  const wanted = Array.from(tagged, ([slug, tags]) =>
    tags.map((tag) => ({ tag: idOf(tag, groups), guide: idOf(slug, guides) })),
  ).flat();
  const values = [knowledgeBaseId, ids, JSON.stringify(wanted)];
  return (await transaction.one<Touched>(setGuideTags(values))).touched;
}

function idOf(slug: string, ids: Ids): number {
  const id = ids.get(slug);
  if (id === undefined) throw new AppError('internal', `Nothing was stored with the slug ${slug}.`);
  return id;
}
