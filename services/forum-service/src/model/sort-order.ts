import { collationOf } from '@guidepost/i18n/text-order';

export interface Order {
  /** The sort column; ties are sorted by id. */
  readonly column: string;
  /** The id and the sort column. */
  readonly columns: string;
  /** The `order by` expression; ties by id in the same direction. */
  readonly sql: string;
}

/** A column, or one of texts in the order of the forum's language. */
type SortColumn = string | { text: string };

export interface Orders {
  /** Names for clients: a field, with `-` in front for descending order. */
  readonly names: readonly string[];
  readonly defaultName: string;
  /** The order with this name; always the same object, but for texts. @param language of the forum, for texts */
  get(name: string, language?: string): Order;
}

/**
 * @param columns by field name, each with an index that ends with the id
 * @param defaultName the default order, by name
 */
export function defineOrders(columns: Readonly<Record<string, SortColumn>>, defaultName: string): Orders {
  const orders = new Map(
    Object.entries(columns).flatMap(([field, column]) => [
      [field, orderBy(column, '')] as const,
      [`-${field}`, orderBy(column, ' desc')] as const,
    ]),
  );
  return {
    names: [...orders.keys()],
    defaultName,
    get(name, language = 'en') {
      const found = orders.get(name);
      if (!found) throw new RangeError(`unknown sort order ${name}`);
      return typeof found === 'function' ? found(language) : found;
    },
  };
}

function orderBy(column: SortColumn, direction: string): Order | ((language: string) => Order) {
  if (typeof column !== 'string') return (language) => orderByText(column.text, direction, language);
  if (column === 'id') return { column, columns: column, sql: `id${direction}` };
  return { column, columns: `id, ${column}`, sql: `${column}${direction}, id${direction}` };
}

function orderByText(column: string, direction: string, language: string): Order {
  const sql = `${column} collate ${collationOf(language)}${direction}, id${direction}`;
  return { column, columns: `id, ${column}`, sql };
}
