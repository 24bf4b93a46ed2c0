import { breadcrumbsRecord, createPager, listHead, type Page } from '@guidepost/pages';
import type { Site } from '../site.ts';
import type { DialogList } from './dialog-list.ts';

interface ListFacts {
  heading: string;
  /** Path of the first page, relative to the forum's home. */
  path: string;
  list: DialogList;
  orders?: readonly ListOrder[];
  /** False when there are too many to count; the total is then a minimum. */
  isCounted?: boolean;
}

export interface ListOrder {
  name: string;
  /** Relative to the forum's home. */
  path: string;
  isThis: boolean;
}

export function listPage(
  site: Site,
  { heading, path, list, orders = [], isCounted = true }: ListFacts,
): Page {
  const { base, addresses, phrasing } = site;
  // Other sort orders are not separate pages to search engines.
  const isDefaultOrder = !path.includes('?');
  const address = isDefaultOrder ? `${addresses.home}${path}` : undefined;
  const home = { name: phrasing.words.home, address: addresses.home };
  return {
    template: 'list/list',
    head: {
      ...listHead(site, { ...list, title: heading, names: list.dialogs.map(({ title }) => title), address }),
      indexed: isDefaultOrder && list.total > 0,
      records: [breadcrumbsRecord([home, { name: heading, address }])],
    },
    content: { heading, ...list, isCounted, orders, pager: createPager(`${base}${path}`, list) },
  };
}
