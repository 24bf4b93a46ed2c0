import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SourceGuide } from '../import-source.ts';

/** Ids by slug. */
export type Ids = ReadonlyMap<string, number>;

interface Touched {
  touched: number;
}

const setGuideCategories = preparedStatement(new URL('./sql/set-guide-categories.sql', import.meta.url));
const setGuideTags = preparedStatement(new URL('./sql/set-guide-tags.sql', import.meta.url));

export interface Memberships {
  knowledgeBaseId: number;
  /** Of the source's guides. */
  guides: Ids;
  /** Of all categories or tags. */
  groups: Ids;
}

/**
 * Places the guides of the source in its categories, in its order; those that it does not place stay where they are.
 *
 * @returns how many places were not so before
 */
export async function placeInCategories(
  transaction: Executor,
  { knowledgeBaseId, guides, groups }: Memberships,
  source: SourceGuide[],
): Promise<number> {
  const places = new Map<string, number>();
  const placed = source.filter(({ categories }) => categories !== undefined);
  const wanted = placed.flatMap(({ slug, categories = [] }) =>
    categories.map(({ slug: category, position = (places.get(category) ?? 0) + 1 }) => {
      const place = { category: idOf(category, groups), guide: idOf(slug, guides) };
      if (position === 'as it is') return place;
      places.set(category, position);
      return { ...place, position };
    }),
  );
  const ids = placed.map(({ slug }) => idOf(slug, guides));
  const values = [knowledgeBaseId, ids, JSON.stringify(wanted)];
  return (await transaction.one<Touched>(setGuideCategories(values))).touched;
}

/**
 * Gives guides their tags.
 *
 * @param tagged the tags of each guide by its slug; guides that are not in it keep theirs
 * @returns how many tags were put on or taken off
 */
export async function putOnTags(
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
  if (id === undefined) throw new AppError('internal', `Nothing was stored under the slug ${slug}.`);
  return id;
}
