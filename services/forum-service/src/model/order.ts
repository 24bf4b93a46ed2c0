/** An order for statements. */
export interface Order {
  /** The column to read besides the id. */
  readonly column: string;
  /** What comes behind `order by`; ties by id in the same direction. */
  readonly sql: string;
}

/** The orders that a list can have. */
export interface Orders {
  /** How clients name them: a field, with `-` in front in descending order. */
  readonly words: readonly string[];
  /** The order used unless another is asked for, as a word. */
  readonly usual: string;
  /** The order that a word stands for, the same object each time. */
  named(word: string): Order;
}

/**
 * @param columns by the fields that clients know, each with an index that ends with the id
 * @param usual the word for the order that is used unless another is asked for
 */
export function defineOrders(columns: Readonly<Record<string, string>>, usual: string): Orders {
  const orders = new Map(
    Object.entries(columns).flatMap(([field, column]) => [
      [field, orderBy(column, '')] as const,
      [`-${field}`, orderBy(column, ' desc')] as const,
    ]),
  );
  return {
    words: [...orders.keys()],
    usual,
    named(word) {
      const found = orders.get(word);
      if (!found) throw new RangeError(`nothing is sorted by ${word}`);
      return found;
    },
  };
}

function orderBy(column: string, direction: string): Order {
  return { column, sql: column === 'id' ? `id${direction}` : `${column}${direction}, id${direction}` };
}
