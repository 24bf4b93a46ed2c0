export interface Order {
  /** The sort column; ties are sorted by id. */
  readonly column: string;
  /** The id and the sort column. */
  readonly columns: string;
  /** The `order by` expression; ties by id in the same direction. */
  readonly sql: string;
}

export interface Orders {
  /** Names for clients: a field, with `-` in front for descending order. */
  readonly names: readonly string[];
  readonly defaultName: string;
  /** The order with this name; always the same object. */
  get(name: string): Order;
}

/**
 * @param columns by field name, each with an index that ends with the id
 * @param defaultName the default order, by name
 */
export function defineOrders(columns: Readonly<Record<string, string>>, defaultName: string): Orders {
  const orders = new Map(
    Object.entries(columns).flatMap(([field, column]) => [
      [field, orderBy(column, '')] as const,
      [`-${field}`, orderBy(column, ' desc')] as const,
    ]),
  );
  return {
    names: [...orders.keys()],
    defaultName,
    get(name) {
      const found = orders.get(name);
      if (!found) throw new RangeError(`unknown sort order ${name}`);
      return found;
    },
  };
}

function orderBy(column: string, direction: string): Order {
  if (column === 'id') return { column, columns: column, sql: `id${direction}` };
  return { column, columns: `id, ${column}`, sql: `${column}${direction}, id${direction}` };
}
