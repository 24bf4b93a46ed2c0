import type { Parameter, ParameterValues } from '@guidepost/http';
import type { Order, Orders } from '../model/order.ts';

/** The parameter that selects an order. */
export function sortParameter({ words, usual }: Orders): Parameter {
  return {
    name: 'sort',
    description:
      'The field to sort by, with `-` in front in descending order. Ties are in the order of their ids.',
    schema: { type: 'string', enum: words, default: usual },
    example: usual,
  };
}

/** The same parameter for a list that has one order only: clients send it with every request. */
export function ignoredSortParameter({ words, usual }: Orders): Parameter {
  return {
    name: 'sort',
    description: 'Changes nothing: this list has one order. A field that other lists know is accepted.',
    schema: { type: 'string', enum: words },
    example: usual,
  };
}

/** The order that a request asks for. */
export function orderOf(orders: Orders, parameters: ParameterValues): Order {
  return orders.named(parameters.text('sort') ?? orders.usual);
}
