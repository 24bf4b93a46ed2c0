import { collationOf } from '@guidepost/i18n/text-order';
import { type SqlPart, sql } from '@guidepost/postgres';

export interface Slice {
  start: number;
  limit: number;
}

export interface Order {
  /** The sort column; ties are sorted by id. */
  readonly column: string;
  /** The id and the sort column. */
  readonly columns: SqlPart;
  /** The `order by` expression; ties by id in the same direction. */
  readonly sql: SqlPart;
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
      [field, orderBy(column, ASCENDING)] as const,
      [`-${field}`, orderBy(column, DESCENDING)] as const,
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

const ASCENDING = sql.part``;

const DESCENDING = sql.part` desc`;

function orderBy(column: SortColumn, direction: SqlPart): Order | ((language: string) => Order) {
  if (typeof column !== 'string') return (language) => orderByText(column.text, direction, language);
  const name = sql.identifier(column);
  if (column === 'id') return { column, columns: name, sql: sql.part`id${direction}` };
  return { column, columns: sql.part`id, ${name}`, sql: sql.part`${name}${direction}, id${direction}` };
}

function orderByText(column: string, direction: SqlPart, language: string): Order {
  const name = sql.identifier(column);
  const collated = sql.part`${name} collate ${sql.identifier(collationOf(language))}${direction}`;
  return { column, columns: sql.part`id, ${name}`, sql: sql.part`${collated}, id${direction}` };
}

export interface ListedRows<Row> {
  total: number;
  /** As many as fit. */
  rows: Row[];
  isCut: boolean;
}

/** A row of a list statement: the total, and a null id for an empty slice; `fits` is false where texts are too much. */
export type ListRow<Row> = { total: number } & ((Row & { fits: boolean }) | { id: null });

/** Reads the rows of a list statement, which returns at least one. */
export function listedRows<Row extends { id: number }>(listed: readonly ListRow<Row>[]): ListedRows<Row> {
  const found = listed.filter((row) => row.id !== null);
  const rows = found.filter(({ fits }) => fits);
  return { total: listed[0]?.total ?? 0, rows, isCut: rows.length < found.length };
}

export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
