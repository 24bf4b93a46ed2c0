export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
