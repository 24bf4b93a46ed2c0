/** Gives positions to those without one: they come after those that have one, in the order given. */
export function fillPositions<Item extends { position?: number | undefined }>(
  items: readonly Item[],
): (Item & { position: number })[] {
  let last = items.reduce((highest, { position = 0 }) => Math.max(highest, position), 0);
  return items.map((item) => {
    if (item.position === undefined) last += 1;
    return { ...item, position: item.position ?? last };
  });
}
