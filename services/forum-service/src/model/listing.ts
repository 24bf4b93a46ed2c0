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
