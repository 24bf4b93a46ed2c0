import type { Store } from './store.ts';

export interface Category {
  id: number;
  name: string;
  /** The path in the map, with that of the category around it: `support/linux`, since slugs are unique only there. */
  path: string;
  slug: string;
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
    path,
    slug: slugOf(row),
    isRestricted,
    address: `/c/${path}/${row.id}`,
  };
}

/** Slugs may be empty where titles have no Latin letters. */
function slugOf({ slug, id }: CategoryRow): string {
  return slug || `${id}-category`;
}
