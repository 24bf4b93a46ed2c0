import { noSuchPage } from '@guidepost/pages';
import type { Order } from '../../model/sort-order.ts';
import { DIALOG_ORDERS, NEWEST_FIRST, POPULAR_FIRST } from '../../posts/dialog-sort-orders.ts';
import type { PageCall } from '../page.ts';
import type { Site } from '../site.ts';
import type { ListOrder } from './list-page.ts';

/** Sort orders by query value; the first is the default. */
const ORDERS = {
  newest: NEWEST_FIRST,
  popular: POPULAR_FIRST,
  active: DIALOG_ORDERS.get('-last_activity'),
  votes: DIALOG_ORDERS.get('-num_votes'),
} as const;

type OrderName = keyof typeof ORDERS;

const NAMES: readonly string[] = Object.keys(ORDERS);

/** The order that `?sort=` selects. @throws AppError `not-found` for an unknown one */
export function orderName({ query }: Pick<PageCall, 'query'>): OrderName {
  const name = query.first('sort') ?? 'newest';
  if (!isOrderName(name)) throw noSuchPage();
  return name;
}

function isOrderName(name: string): name is OrderName {
  return NAMES.includes(name);
}

export function orderOf(name: OrderName): Order {
  return ORDERS[name];
}

/** @param path of the list, relative to the forum's home */
export function orderedPath(path: string, name: OrderName): string {
  return name === 'newest' ? path : `${path}?sort=${name}`;
}

export function listOrders({ phrasing }: Site, path: string, chosen: OrderName): ListOrder[] {
  return NAMES.filter(isOrderName).map((name) => ({
    name: phrasing.words[name],
    path: orderedPath(path, name),
    isThis: name === chosen,
  }));
}
