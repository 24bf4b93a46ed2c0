import { breadcrumbsRecord, createPager, listHead, type Page } from '@guidepost/pages';
import type { Site } from '../site.ts';
import type { DialogList } from './dialog-list.ts';

interface ListFacts {
  heading: string;
  /** Of the first page, below the forum's home. */
  path: string;
  list: DialogList;
  /** The orders that it can be read in. */
  orders?: readonly ListOrder[];
  /** Whether the total is that of all; it is, unless there are too many to be counted. */
  isCounted?: boolean;
}

/** An order that a list can be read in. */
export interface ListOrder {
  name: string;
  /** Below the forum's home. */
  path: string;
  isThis: boolean;
}

/** A page of nothing but a list of dialogs. */
export function listPage(
  site: Site,
  { heading, path, list, orders = [], isCounted = true }: ListFacts,
): Page {
  const { base, addresses, phrasing } = site;
  // The same dialogs in another order are no other page to search engines.
  const isUsual = !path.includes('?');
  const address = isUsual ? `${addresses.home}${path}` : undefined;
  const home = { name: phrasing.words.home, address: addresses.home };
  return {
    template: 'list/list',
    head: {
      ...listHead(site, { ...list, title: heading, names: list.dialogs.map(({ title }) => title), address }),
      indexed: isUsual && list.total > 0,
      records: [breadcrumbsRecord([home, { name: heading, address }])],
    },
    content: { heading, ...list, isCounted, orders, pager: createPager(`${base}${path}`, list) },
  };
}
