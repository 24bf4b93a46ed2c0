import { type MappedPart, type Place, tagOf } from '../moved-in/place-map.ts';
import type { Store } from './store.ts';

export interface Category extends MappedPart {
  id: number;
  name: string;
  /** Slugs are unique only within a category: `support/linux`, `linux`. */
  keys: readonly [path: string, slug: string];
  /** Whether it, or one around it, is not for everyone. */
  isRestricted: boolean;
  /** Addresses of the category: `/c/support/linux/12`. */
  address: string;
}

interface CategoryRow {
  id: number;
  name: string;
  slug: string;
  read_restricted: string | null;
  parent_category_id: number | null;
}

/** Levels of categories; deeper ones go in circles. */
const DEEPEST = 10;

/** Categories by their ids. */
export function readCategories(store: Store): ReadonlyMap<number, Category> {
  const rows = store.all<CategoryRow>('select * from categories order by id');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(rows.map((row) => [row.id, categoryOf(row, byId)]));
}

function categoryOf(row: CategoryRow, byId: ReadonlyMap<number, CategoryRow>): Category {
  const line: CategoryRow[] = [];
  let isRestricted = false;
  for (let next: CategoryRow | undefined = row; next; ) {
    line.unshift(next);
    // One whose parent is not known, or is itself, is not shown to anyone by accident.
    isRestricted ||= next.read_restricted !== 'f' || line.length > DEEPEST;
    if (line.length > DEEPEST || next.parent_category_id === null) break;
    const parent = byId.get(next.parent_category_id);
    isRestricted ||= parent === undefined;
    next = parent;
  }
  const path = line.slice(-DEEPEST).map(slugOf).join('/');
  return {
    id: row.id,
    name: row.name,
    keys: [path, slugOf(row)],
    isRestricted,
    address: `/c/${path}/${row.id}`,
  };
}

/** Slugs may be empty where titles have no Latin letters. */
function slugOf({ slug, id }: CategoryRow): string {
  return slug || `${id}-category`;
}

/**
 * Suggestions: categories whose topics are voted on have suggestions, those with accepted answers have questions, and
 * others questions with the name of the category as a tag.
 */
export function suggestPlaces(
  store: Store,
  categories: ReadonlyMap<number, Category>,
  forum: string,
): ReadonlyMap<number, Place> {
  const idsOf = (statement: string) =>
    new Set(
      store
        .all<{ id: number }>(`select distinct category_id as id from topics where id in (${statement})`)
        .map(({ id }) => id),
    );
  const voted = idsOf(
    'select topic_id from topic_voting_votes union select topic_id from discourse_voting_votes',
  );
  const solved = idsOf(
    `select topic_id from discourse_solved_solved_topics
     union select topic_id from topic_custom_fields where name = 'accepted_answer_post_id'`,
  );
  return new Map(
    Array.from(categories.values(), ({ id, name }): [number, Place] => {
      if (voted.has(id)) return [id, { forum, topic: 'S', tags: [] }];
      return [id, { forum, topic: 'Q', tags: solved.has(id) ? [] : [tagOf(name)] }];
    }),
  );
}
