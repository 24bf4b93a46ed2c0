import type { Parameter, ParameterValues } from '@guidepost/http';

/** An order for statements. */
export interface Order {
  /** The column to read besides the id. */
  readonly column: string;
  /** What comes behind `order by`; ties by id in the same direction. */
  readonly sql: string;
}

/** How a list can be sorted. */
export interface Sorting {
  readonly parameter: Parameter;
  /** The same words on a list that has one order only: clients send them with every request. */
  readonly withoutEffect: Parameter;
  /** The order that a word stands for, the same object each time. */
  order(word: string): Order;
  /** The order that was asked for. */
  orderOf(parameters: ParameterValues): Order;
}

/**
 * @param columns by the fields that clients know, each with an index that ends with the id
 * @param usual the word for the order of whoever asks for none
 */
export function defineSorting(columns: Readonly<Record<string, string>>, usual: string): Sorting {
  const orders = new Map(
    Object.entries(columns).flatMap(([field, column]) => [
      [field, orderBy(column, '')] as const,
      [`-${field}`, orderBy(column, ' desc')] as const,
    ]),
  );
  const order = (word: string) => {
    const found = orders.get(word);
    if (!found) throw new RangeError(`nothing is sorted by ${word}`);
    return found;
  };
  const words = [...orders.keys()];
  return {
    parameter: {
      name: 'sort',
      description:
        'The field to sort by, with `-` in front in descending order. Ties are in the order of their ids.',
      schema: { type: 'string', enum: words, default: usual },
      example: usual,
    },
    withoutEffect: {
      name: 'sort',
      description: 'Changes nothing: this list has one order. A field that other lists know is accepted.',
      schema: { type: 'string', enum: words },
      example: usual,
    },
    order,
    orderOf: (parameters) => order(parameters.text('sort') ?? usual),
  };
}

function orderBy(column: string, direction: string): Order {
  return { column, sql: column === 'id' ? `id${direction}` : `${column}${direction}, id${direction}` };
}
