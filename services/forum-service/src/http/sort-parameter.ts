import type { Parameter } from '@guidepost/http';
import type { Order, Orders } from '../model/sort-order.ts';
import type { Read } from './endpoint.ts';

export function sortParameter({ names, defaultName }: Orders): Parameter {
  return {
    name: 'sort',
    description: 'The field to sort by, with `-` in front for descending order. Ties are sorted by id.',
    schema: { type: 'string', enum: names, default: defaultName },
    example: defaultName,
  };
}

/** The `sort` parameter of a list with a fixed order, for clients that always send it. */
export function ignoredSortParameter({ names, defaultName }: Orders): Parameter {
  return {
    name: 'sort',
    description: 'Has no effect: this list has a fixed order. Sort fields of other lists are accepted.',
    schema: { type: 'string', enum: names },
    example: defaultName,
  };
}

export function orderOf(orders: Orders, { parameters, forum }: Pick<Read, 'parameters' | 'forum'>): Order {
  return orders.get(parameters.text('sort') ?? orders.defaultName, forum.language);
}
