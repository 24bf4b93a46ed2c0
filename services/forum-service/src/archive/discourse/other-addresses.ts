import type { NewAddress } from '@guidepost/addresses';
import { pageOfPlace, pageOfTag } from '../moved-in/addresses.ts';
import type { Place } from '../moved-in/place-map.ts';
import type { Category } from './categories.ts';
import type { Store } from './store.ts';

export interface AddressSources {
  store: Store;
  categories: ReadonlyMap<number, Category>;
  placeOf(category: number | null): Place;
}

interface PermalinkRow {
  url: string;
  category_id: number | null;
  tag_id: number | null;
  external_url: string | null;
}

/** Pages of Discourse that are no topics, and what is like them here. */
const PAGES = { '/latest': '/dialogs', '/top': '/dialogs', '/categories': '/' } as const;

/** The addresses of categories, tags and lists, and permalinks to them. @param forum the slug of one that got topics */
export function otherAddresses({ store, categories, placeOf }: AddressSources, forum: string): NewAddress[] {
  const pages = Object.entries(PAGES).map(([address, to]) => ({ address, to }));
  const ofCategories = [...categories.values()].flatMap((category) => {
    const to = pageOfCategory(category, forum, placeOf);
    return to === undefined ? [] : [{ address: category.address, to }];
  });
  const tags = store.all<{ id: number; name: string }>(
    'select id, name from tags where id in (select tag_id from topic_tags) order by id',
  );
  const ofTags = tags.map(({ name }) => ({
    address: `/tag/${encodeURIComponent(name)}`,
    to: pageOfTag(name),
  }));
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]));
  const links = store.all<PermalinkRow>(
    `select url, category_id, tag_id, external_url from permalinks
     where topic_id is null and post_id is null order by url`,
  );
  const ofPermalinks = links.flatMap((link) => {
    const category = link.category_id === null ? undefined : categories.get(link.category_id);
    const tag = link.tag_id === null ? undefined : nameOf.get(link.tag_id);
    const to =
      (category && pageOfCategory(category, forum, placeOf)) ??
      (tag === undefined ? undefined : pageOfTag(tag)) ??
      link.external_url;
    return to ? [{ address: `/${link.url.replace(/^\/+/, '')}`, to }] : [];
  });
  return [...pages, ...ofCategories, ...ofTags, ...ofPermalinks];
}

function pageOfCategory(
  { id, isRestricted }: Category,
  forum: string,
  placeOf: AddressSources['placeOf'],
): string | undefined {
  const place = placeOf(id);
  return isRestricted || place.forum !== forum ? undefined : pageOfPlace(place);
}
