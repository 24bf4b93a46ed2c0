import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SourceGuide } from '../import-source.ts';

export type Ids = ReadonlyMap<string, number>;

interface Touched {
  touched: number;
}

const setGuideCategories = sql.file(new URL('./sql/set-guide-categories.sql', import.meta.url));
const setGuideTags = sql`
  -- Replaces the tags of the guides $2 by those in $3, a JSON array of {tag, guide}.
  with wanted as (
    select w.tag, w.guide
    from json_to_recordset($3) as w (tag bigint, guide bigint)
  ), removed as (
    delete from guide_tags m
    where m.knowledge_base_id = $1
      and m.guide_id in (select unnest($2::bigint[]))
      and not exists (select from wanted w where w.tag = m.tag_id and w.guide = m.guide_id)
    returning 1
  ), written as (
    insert into guide_tags (knowledge_base_id, tag_id, guide_id)
    select $1, w.tag, w.guide
    from wanted w
    on conflict do nothing
    returning 1
  )
  select (select count(*) from removed) + (select count(*) from written) as touched
`;

/** Each statement reads the memberships of the whole knowledge base, but the values of all guides would be large. */
const GUIDES_AT_ONCE = 10_000;

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
  const kept = new Set(Array.from(except, (slug) => guides.get(slug)));
  return inTurns(source, (some) => {
    const placed = some.filter(({ slug, categories }) => categories !== undefined && !except.has(slug));
    // Those that stay have a place, too.
    const wanted = some.flatMap(({ slug, categories = [] }) =>
      categories.map(({ slug: category, position = (places.get(category) ?? 0) + 1 }) => {
        const place = { category: idOf(category, groups), guide: idOf(slug, guides) };
        if (position === 'as it is') return place;
        places.set(category, position);
        return { ...place, position };
      }),
    );
    const ids = placed.map(({ slug }) => idOf(slug, guides));
    const changing = wanted.filter(({ guide }) => !kept.has(guide));
    const values = [knowledgeBaseId, ids, JSON.stringify(changing)];
    return transaction.one<Touched>(setGuideCategories(values));
  });
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
  return inTurns([...tagged], (some) => {
    const ids = some.map(([slug]) => idOf(slug, guides));
    const wanted = some.flatMap(([slug, tags]) =>
      tags.map((tag) => ({ tag: idOf(tag, groups), guide: idOf(slug, guides) })),
    );
    return transaction.one<Touched>(setGuideTags([knowledgeBaseId, ids, JSON.stringify(wanted)]));
  });
}

/** @returns the number of changes */
async function inTurns<Item>(
  items: readonly Item[],
  set: (some: readonly Item[]) => Promise<Touched>,
): Promise<number> {
  let touched = 0;
  for (let start = 0; start < items.length; start += GUIDES_AT_ONCE) {
    touched += (await set(items.slice(start, start + GUIDES_AT_ONCE))).touched;
  }
  return touched;
}

function idOf(slug: string, ids: Ids): number {
  const id = ids.get(slug);
  if (id === undefined) throw new AppError('internal', `Nothing was stored with the slug ${slug}.`);
  return id;
}
